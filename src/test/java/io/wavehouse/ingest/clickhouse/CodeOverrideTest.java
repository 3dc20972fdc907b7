package io.wavehouse.ingest.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodeOverrideTest {
  private final CodeTable builtIn = CodeTable.builtIn();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "27 | rejected | REJECTED | false | false",
        "27 | unavailable | UNAVAILABLE | false | false",
        "27 | denied,table | DENIED | true | false",
        "27 | unavailable,splittable | UNAVAILABLE | false | true",
        "27 | unavailable,table,splittable | UNAVAILABLE | true | true",
        "27 | unavailable , splittable , table | UNAVAILABLE | true | true",
        "252 | rejected | REJECTED | false | false",
        "252 | denied | DENIED | false | false",
        "5555 | unavailable | UNAVAILABLE | false | false",
      })
  void anOverrideReplacesClassAndFlagsWhole(
      int code, String value, FailureClass failureClass, boolean table, boolean splittable) {
    CodeTable changed = builtIn.withOverrides(Map.of(code, value));
    CodeTable.Entry entry = changed.entry(code);
    assertThat(entry.failureClass()).isEqualTo(failureClass);
    assertThat(entry.tableScoped()).isEqualTo(table);
    assertThat(entry.splittable()).isEqualTo(splittable);
    assertThat(entry.name()).isEqualTo(builtIn.entry(code).name());
    assertThat(changed.overrides()).containsExactly(entry);
    assertThat(changed.entries()).contains(entry);
  }

  @Test
  void aRejectedCodeOpensNoBackoffSoItsTableScopeSaysNothing() {
    assertThat(builtIn.withOverrides(Map.of(27, "rejected,table")).entry(27).tableScoped())
        .isFalse();
  }

  @Test
  void anOverrideLeavesTheTableItIsLaidOverAsItWas() {
    CodeTable changed =
        builtIn.withOverrides(Map.of(27, "denied")).withOverrides(Map.of(6, "denied"));
    assertThat(changed.overrides()).extracting(CodeTable.Entry::code).containsExactly(6, 27);
    assertThat(builtIn.entry(27).failureClass()).isEqualTo(FailureClass.REJECTED);
    assertThat(builtIn.overrides()).isEmpty();
  }

  @Test
  void theClassifierFollowsAnOverride() {
    Classifier classifier = new Classifier(builtIn.withOverrides(Map.of(27, "unavailable,table")));
    Failure failure = classifier.classify(400, Map.of(), "Code: 27. DB::Exception: x");
    assertThat(failure.failureClass()).isEqualTo(FailureClass.UNAVAILABLE);
    assertThat(failure.tableScoped()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "27 | unknown | must begin with rejected, unavailable or denied",
        "27 | UNAVAILABLE | must begin with",
        "27 | '' | must begin with",
        "27 | ,table | must begin with",
        "27 | table | must begin with",
        "27 | unavailable, | only ,table and ,splittable",
        "27 | unavailable,pool | only ,table and ,splittable",
        "27 | unavailable table | must begin with",
        "27 | denied,table,table | twice",
        "27 | rejected,splittable | splittable goes with unavailable or denied only",
        "0 | denied | positive",
        "-5 | denied | positive",
      })
  void aBadOverrideIsRefusedInOneLineThatNamesKeyValueAndRule(int code, String value, String rule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builtIn.withOverrides(Map.of(code, value)))
        .withMessageContaining("wavehouse.failure.codes." + code + "=" + value)
        .withMessageContaining(rule)
        .withMessageNotContaining("\n");
  }
}

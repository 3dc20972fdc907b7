package io.wavehouse.ingest.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  @Test
  void aSubjectWithoutATenantIsTheDefaultTenants() {
    assertThat(Target.of("ingest.clicks")).isEqualTo(new Target("0", "clicks"));
    assertThat(Target.of("ingest.0.clicks")).isEqualTo(new Target("0", "clicks"));
    assertThat(Target.of("ingest.acme.clicks")).isEqualTo(new Target("acme", "clicks"));
  }

  @Test
  void aTokenIsPercentDecoded() {
    assertThat(Target.of("ingest.a%20b%2E%C3%BC").table()).isEqualTo("a b.ü");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ingest",
        "ingest.",
        "ingest..a",
        "ingest.a.b.c",
        "ingest.a%2",
        "ingest.a%zz",
        "ingest.a%",
        "ingest.%FF"
      })
  void whatAddressesNoTableKeepsItsSubjectAndSaysWhy(String subject) {
    Target target = Target.of(subject);
    assertThat(target.fault()).startsWith("subject " + subject + " ");
    assertThat(target.table()).isEqualTo(subject);
  }

  @Test
  void aSubjectWeWriteIsPercentEncodedAndReadsBackTheSame() {
    Target target = new Target("acme", "a b.*>%ü\u0001");
    assertThat(target.subject("dlq")).isEqualTo("dlq.acme.a%20b%2E%2A%3E%25%C3%BC%01");
    assertThat(Target.of(target.subject("dlq"))).isEqualTo(target);
  }

  @Test
  void aTokenTooLongForTheServersControlLineIsCutBetweenCharacters() {
    String token = new Target("0", "ü".repeat(3_000)).subject("dlq");
    assertThat(token).hasSizeLessThan(1_100).endsWith("%BC");
  }

  @Test
  void targetsThatLookAlikeAreGatheredApart() {
    assertThat(
            Stream.of(
                new Target("0", "t"),
                new Target("0", "t", List.of("a", "b"), ""),
                new Target("0", "t", List.of("a, b"), ""),
                new Target("0", "t", List.of("a,b"), ""),
                new Target("0", "t", List.of("b", "a"), ""),
                new Target("0", "t", List.of("a"), ""),
                new Target("0", "t1 a"),
                new Target("01", "t"),
                new Target("0, table=x", "y"),
                new Target("0", "x, table=y")))
        .extracting(Target::key)
        .doesNotHaveDuplicates();
  }
}

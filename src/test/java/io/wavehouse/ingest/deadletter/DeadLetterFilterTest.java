package io.wavehouse.ingest.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rows are meant by which words. */
class DeadLetterFilterTest {
  private static final Instant NOW = Instant.parse("2026-03-29T12:00:00Z");

  /** Sequence 7, table "a b" of tenant acme, rejected with 27, parked an hour ago. */
  private static final DeadLetter LETTER =
      new DeadLetter(
          7,
          NOW.minus(Duration.ofHours(1)),
          "dlq.acme.a%20b",
          Map.of("Wavehouse-Error-Class", "rejected", "Wavehouse-Error-Code", "27"),
          10);

  private static DeadLetterFilter filter(String... words) {
    return request(words).filter();
  }

  private static DeadLetterRequest request(String... words) {
    TreeMap<String, String> map = new TreeMap<>();
    for (int i = 0; i < words.length; i += 2) {
      map.put(words[i], words[i + 1]);
    }
    return DeadLetterRequest.of(map);
  }

  @ParameterizedTest
  @CsvSource({
    "tenant,acme,true",
    "tenant,0,false",
    "table,a b,true",
    "table,a%20b,false",
    "class,rejected,true",
    "class,poison,false",
    "code,27,true",
    "code,60,false",
    "older,59m,true",
    "older,1h,false",
    "older,61m,false",
    "newer,61m,true",
    "newer,1h,false",
    "newer,59m,false",
    "from,7,true",
    "from,8,false",
    "to,7,true",
    "to,6,false",
    "seq,7,true",
    "seq,6,false",
    "seq,8,false"
  })
  void aWordTakesWhatFitsIt(String word, String value, boolean fits) {
    assertThat(filter(word, value).test(LETTER, NOW)).isEqualTo(fits);
  }

  @Test
  void aRowMustFitEveryWord() {
    assertThat(filter("table", "a b", "code", "27", "older", "1m").test(LETTER, NOW)).isTrue();
    assertThat(filter("table", "a b", "code", "27", "older", "2h").test(LETTER, NOW)).isFalse();
  }

  @Test
  void theHeadersSayTheTableBetterThanASubjectThatWasCut() {
    DeadLetter cut = new DeadLetter(1, NOW, "dlq.0.lon", Map.of("Wavehouse-Table", "long%0A"), 0);
    assertThat(filter("table", "long\n").test(cut, NOW)).isTrue();
  }

  @Test
  void theServerIsAskedOnlyForSubjectsThatCanFit() {
    assertThat(filter().subject()).isEqualTo("dlq.>");
    assertThat(filter("code", "27").subject()).isEqualTo("dlq.>");
    assertThat(filter("tenant", "acme").subject()).isEqualTo("dlq.acme.*");
    assertThat(filter("table", "a b").subject()).isEqualTo("dlq.*.a%20b");
    assertThat(filter("tenant", "*", "table", ">").subject()).isEqualTo("dlq.%2A.%3E");
  }

  @ParameterizedTest
  @CsvSource({
    "class,bad,class=bad must be rejected or poison",
    "code,x,code=x must be a whole number from 1",
    "code,0,code=0 must be a whole number from 1",
    "from,-1,from=-1 must be a whole number from 1",
    "rate,0,rate=0 must be a whole number from 1",
    "rate,5000000000,rate=5000000000 must be a whole number from 1",
    "older,2d,'older=2d must be a duration such as 90s, 10m or 48h'",
    "table,'',table needs a value",
    "yes,no,yes is true or false",
    "tabel,t,there is no tabel; there are tenant"
  })
  void aWrongWordIsNamedWithItsRule(String word, String value, String said) {
    assertThatThrownBy(() -> request(word, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(said);
  }

  @Test
  void oneSequenceAndARangeContradictEachOther() {
    assertThatThrownBy(() -> request("seq", "1", "from", "1"))
        .hasMessage("one sequence, or from and to, not both");
  }

  @Test
  void everythingIsReplayedOnlyWhenThatIsSaid() {
    assertThatThrownBy(() -> request("rate", "5").requireChoice()).hasMessageContaining("or all");
    request("all", "true").requireChoice();
    request("table", "t").requireChoice();
    request("seq", "1").requireChoice();
  }

  @Test
  void aPurgeCountsUnlessItIsSaidYesAndNotDryRun() {
    assertThat(request().isOnlyCounting()).isTrue();
    assertThat(request("yes", "true", "dry-run", "true").isOnlyCounting()).isTrue();
    assertThat(request("yes", "false").isOnlyCounting()).isTrue();
    assertThat(request("yes", "true").isOnlyCounting()).isFalse();
  }
}

package io.wavehouse.ingest.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackoffLogTest {
  private static final Scope POOL = Scope.pool("default@http://127.0.0.1:8123/default");
  private static final String REFUSED = "unavailable: connection refused";
  private final HandClock clock = new HandClock();
  private final Backoffs backoffs =
      new Backoffs(
          Duration.ofSeconds(1), Duration.ofSeconds(30), clock, () -> 0, new BackoffLog(clock));
  private final LogLines lines = new LogLines(BackoffLog.class);

  @AfterEach
  void stopListening() {
    lines.close();
  }

  private void fail(Scope pool, String reason, boolean tableScoped) {
    backoffs.failed(backoffs.claim(pool, "events"), reason, tableScoped);
  }

  @Test
  void anOutageIsOneWarnAtItsStartAndOneInfoWithItsLengthAtItsEnd() {
    fail(POOL, REFUSED, false);
    clock.move(12.34);
    backoffs.answered(backoffs.claim(POOL, "events"));
    assertThat(lines.written())
        .containsExactly(
            "WARN ClickHouse default@http://127.0.0.1:8123/default cannot take inserts (unavailable:"
                + " connection refused); rows wait in the queue, next try in 1.0 s. Check that the"
                + " server is up and lets this user insert",
            "INFO ClickHouse default@http://127.0.0.1:8123/default takes inserts again after 12.3"
                + " s");
  }

  @Test
  void whileAnOutageLastsThereIsALineAtMostEveryThirtySeconds() {
    List<Long> secondsOfLines = new ArrayList<>();
    long second = 0;
    // Failed probes at 0, 1, 3, 7, 15, 31, 61, 91 s.
    for (int delay : new int[] {1, 2, 4, 8, 16, 30, 30, 30}) {
      int before = lines.written().size();
      fail(POOL, REFUSED, false);
      if (lines.written().size() > before) {
        secondsOfLines.add(second);
      }
      clock.move(delay);
      second += delay;
    }
    assertThat(secondsOfLines).containsExactly(0L, 31L, 61L, 91L);
    assertThat(lines.written().get(1))
        .isEqualTo(
            "WARN ClickHouse default@http://127.0.0.1:8123/default cannot take inserts for 31.0 s"
                + " and 6 tries now (unavailable: connection refused); rows wait in the queue, next"
                + " try in 30.0 s. Check that the server is up and lets this user insert");
  }

  @Test
  void theNextOutageIsAnotherWarnHoweverSoon() {
    fail(POOL, REFUSED, false);
    clock.move(1);
    backoffs.answered(backoffs.claim(POOL, "events"));
    fail(POOL, REFUSED, false);
    assertThat(lines.written()).filteredOn(line -> line.startsWith("WARN")).hasSize(2);
  }

  @Test
  void eachPoolHasItsOwnLine() {
    fail(POOL, REFUSED, false);
    fail(Scope.pool("default@http://other:8123/default"), REFUSED, false);
    assertThat(lines.written()).hasSize(2);
  }

  @Test
  void aTableAndTheDeadLetterStreamAreNamedWithTheirOwnAdvice() {
    fail(POOL, "unavailable 252 TOO_MANY_PARTS: too many", true);
    fail(Scope.deadLetters("WAVEHOUSE_DLQ"), "maximum bytes exceeded", false);
    assertThat(lines.written())
        .containsExactly(
            "WARN table events of ClickHouse default@http://127.0.0.1:8123/default cannot take"
                + " inserts (unavailable 252 TOO_MANY_PARTS: too many); rows wait in the queue,"
                + " next try in 1.0 s. Check this table; others of the server are not held back",
            "WARN dead-letter stream WAVEHOUSE_DLQ cannot take dead letters (maximum bytes"
                + " exceeded); rows wait in the queue, next try in 1.0 s. Check that the stream"
                + " exists and has room: replay or purge parked rows");
  }

  @Test
  void aTableNameWithALineEndForgesNoLine() {
    Scope forged = POOL.ofTable("x\nINFO all is well");
    assertThat(forged).hasToString("table x INFO all is well of " + POOL);
  }

  @Test
  void aMegabyteOfReasonIsCutToOneLine() {
    fail(POOL, "unknown: " + "x\r\n".repeat(350_000), false);
    assertThat(lines.written().get(0)).doesNotContain("\n", "\r").hasSizeLessThan(500);
  }
}

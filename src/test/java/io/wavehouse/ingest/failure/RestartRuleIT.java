package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.after;
import static io.wavehouse.ingest.support.ScriptedAnswer.code;
import static io.wavehouse.ingest.support.ScriptedAnswer.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A restart of the bundle, or of NATS, in the middle of a failure settles no row wrongly. */
class RestartRuleIT {
  private static final String BAD = "{\"id\":\"bad\"}";

  @Test
  void anOutageOutlivesTheBundleAndItsRowsLandOnceAfterIt() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> http(503, "", ""));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      bundle.publish("ingest.t", 0, 100);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.redelivered() > 0);
      bundle.restart();
      assertThat(bundle.waiting()).isEqualTo(100);

      clickHouse.script(clickHouse::landing);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).containsExactlyInAnyOrderElementsOf(rows(0, 100));
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void aSearchThatAStopMeetsEndsAndNothingIsInsertedTwice() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.batch.max-wait", "500ms")) {
      clickHouse.script(
          insert ->
              insert.has("bad")
                  ? code(400, 27, "Cannot parse")
                  : after(end, clickHouse.landing(insert)));
      bundle.publish("ingest.t", 0, 50);
      bundle.publish("ingest.t", BAD);
      bundle.publish("ingest.t", 50, 100);
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.inserts().size() >= 2);

      CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(end::countDown);
      bundle.restart();
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).containsExactlyInAnyOrderElementsOf(rows(0, 100));
      assertThat(bundle.parkedCount()).isEqualTo(1);
    }
  }

  @Test
  void aStopFlushesAnOpenBatchHoweverLongItMightStillWait() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                clickHouse.url(), "wavehouse.batch.max-wait", "1m", "wavehouse.ack-wait", "5m")) {
      clickHouse.script(clickHouse::landing);
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.inHand() == 3);

      bundle.restart();
      assertThat(clickHouse.landed()).containsExactlyInAnyOrderElementsOf(rows(0, 3));
      assertThat(bundle.waiting()).isZero();
    }
  }

  @Test
  void anInsertThatHangsLongerThanTheDrainHoldsUpNoStopAndItsRowsLandLater() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.drain-timeout", "1s")) {
      clickHouse.script(insert -> after(never, clickHouse.landing(insert)));
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await().atMost(PATIENCE).until(() -> !clickHouse.inserts().isEmpty());

      clickHouse.script(clickHouse::landing);
      long stop = System.nanoTime();
      bundle.restart();
      assertThat(Duration.ofNanos(System.nanoTime() - stop)).isLessThan(Duration.ofSeconds(4));
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(3);
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void aNatsThatIsKilledWhileRowsAreParkedKeepsOneCopyOfEach() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(404, 60, "Table default.t does not exist"));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      bundle.publish("ingest.t", 0, 1_500);
      Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> bundle.parkedCount() > 100);
      bundle.nats().kill();
      bundle.nats().start();

      Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> bundle.owed() == 0);
      List<String> sequences =
          bundle.parked().stream()
              .map(row -> row.getHeaders().getFirst("Wavehouse-Stream-Sequence"))
              .toList();
      assertThat(sequences)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.rangeClosed(1, 1_500).mapToObj(Integer::toString).toList());
    }
  }

  private static List<String> rows(int from, int to) {
    return IntStream.range(from, to).mapToObj(id -> "{\"id\":" + id + "}").toList();
  }
}

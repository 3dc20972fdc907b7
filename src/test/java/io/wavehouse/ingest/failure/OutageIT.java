package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.RunningBundle;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real ClickHouse goes away under load and comes back. */
class OutageIT {
  private static final Duration OUTAGE = Duration.ofSeconds(12);
  private static final int ROWS = 30_003;
  private ClickHouseServer clickHouse;

  @BeforeEach
  void start() {
    clickHouse = new ChdbClickHouse();
    clickHouse.start();
    clickHouse.query("CREATE TABLE t (id Int64) ENGINE = MergeTree ORDER BY id");
  }

  @AfterEach
  void close() {
    clickHouse.close();
  }

  private RunningBundle bundle() throws Exception {
    return RunningBundle.inFrontOf(clickHouse, "wavehouse.clickhouse.request-timeout", "2s");
  }

  @Test
  void stoppedUnderLoadItCostsTimeAndNothingElse() throws Exception {
    try (RunningBundle bundle = bundle()) {
      clickHouse.stop();
      publishAndWait(bundle);
      clickHouse.start();
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.query("SELECT count(), uniqExact(id) FROM t"))
          .isEqualTo(ROWS + "\t" + ROWS);
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  /** What it took before it froze it may insert when it thaws: at least once, and nothing lost. */
  @Test
  void frozenUnderLoadItParksNothingAndLosesNothing() throws Exception {
    try (RunningBundle bundle = bundle()) {
      clickHouse.pause();
      publishAndWait(bundle);
      clickHouse.resume();
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.query("SELECT uniqExact(id) FROM t")).isEqualTo("" + ROWS);
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  private static void publishAndWait(RunningBundle bundle) throws Exception {
    long start = System.nanoTime();
    bundle.publish("ingest.t", 0, 3);
    Awaitility.await().atMost(PATIENCE).until(() -> bundle.redelivered() > 0);
    bundle.publish("ingest.t", 3, ROWS);
    Awaitility.await().atMost(PATIENCE).until(() -> System.nanoTime() - start > OUTAGE.toNanos());
    assertThat(bundle.parkedCount()).isZero();
    assertThat(bundle.waiting()).isEqualTo(ROWS);
  }
}

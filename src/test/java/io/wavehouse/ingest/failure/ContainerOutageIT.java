package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.ContainerClickHouse;
import io.wavehouse.ingest.support.RunningBundle;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The outage that a container can have: stopped and started, paused and resumed. */
@Tag("docker")
class ContainerOutageIT {
  @Test
  void stoppedAndPausedItParksNothingAndAllLands() throws Exception {
    try (ContainerClickHouse clickHouse = new ContainerClickHouse()) {
      clickHouse.start();
      clickHouse.query("CREATE TABLE t (id Int64) ENGINE = MergeTree ORDER BY id");
      try (RunningBundle bundle =
          RunningBundle.inFrontOf(clickHouse, "wavehouse.clickhouse.request-timeout", "2s")) {
        clickHouse.stop();
        publishAndWait(bundle, 0, 5_000);
        clickHouse.start();
        bundle.awaitNothingWaiting();
        assertThat(clickHouse.query("SELECT count(), uniqExact(id) FROM t"))
            .isEqualTo("5000\t5000");

        clickHouse.pause();
        publishAndWait(bundle, 5_000, 10_000);
        clickHouse.resume();
        bundle.awaitNothingWaiting();
        assertThat(clickHouse.query("SELECT uniqExact(id) FROM t")).isEqualTo("10000");
        assertThat(bundle.parkedCount()).isZero();
      }
    }
  }

  private static void publishAndWait(RunningBundle bundle, int from, int to) throws Exception {
    bundle.publish("ingest.t", from, to);
    Awaitility.await().atMost(PATIENCE).until(() -> bundle.redelivered() > 0);
    assertThat(bundle.parkedCount()).isZero();
  }
}

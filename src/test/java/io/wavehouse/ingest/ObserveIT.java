package io.wavehouse.ingest;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What an operator sees of the running bundle. */
class ObserveIT {
  @Test
  void metricsSayWhatLandedWhatWentBackAndWhatWasParked() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> http(503, "", "starting"));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(
              () ->
                  metrics(bundle)
                      .contains(
                          "wavehouse_ingest_retries_total{reason=\"unavailable\",table=\"t\"}"));
      assertThat(metrics(bundle)).contains("wavehouse_ingest_backoffs_open{scope=\"pool\"} 1.0");

      clickHouse.script(insert -> ScriptedAnswer.ok());
      bundle.publish("ingest.t", "poison");
      bundle.awaitNothingWaiting();
      assertThat(metrics(bundle))
          .contains(
              "wavehouse_ingest_rows_inserted_total{table=\"t\"} 3.0",
              "wavehouse_ingest_rows_parked_total{class=\"poison\",table=\"t\"} 1.0",
              "wavehouse_ingest_backoffs_open{scope=\"pool\"} 0.0",
              "wavehouse_ingest_in_hand_rows 0.0",
              "wavehouse_ingest_in_hand_oldest_seconds 0.0",
              "wavehouse_ingest_consumers_unready 0.0",
              "wavehouse_ingest_consumer_lag",
              "camel_exchanges_total");
    }
  }

  @Test
  void metricsSayHowFullTheStreamsAreAndForgetItWhileNatsIsAway() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> ScriptedAnswer.ok());
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      bundle.publish("ingest.t", "poison");
      String max = "wavehouse_ingest_stream_max_bytes{stream=\"WAVEHOUSE_INGEST\"} ";
      Awaitility.await()
          .atMost(PATIENCE.multipliedBy(2))
          .untilAsserted(
              () ->
                  assertThat(metrics(bundle))
                      .contains("wavehouse_ingest_dlq_rows 1.0", max)
                      .containsPattern("wavehouse_ingest_dlq_bytes [1-9]")
                      .containsPattern("wavehouse_ingest_dlq_max_bytes [1-9]"));

      bundle.nats().kill();
      Awaitility.await()
          .atMost(PATIENCE.multipliedBy(2))
          .untilAsserted(
              () ->
                  assertThat(metrics(bundle))
                      .contains("wavehouse_ingest_dlq_rows NaN")
                      .contains("wavehouse_ingest_consumers_unready 1.0")
                      .doesNotContain(max));
    }
  }

  @Test
  void anOutageOfClickHouseIsADetailOfReadinessAndOneOfNatsIsUnready() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> http(503, "", "starting"));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      assertThat(bundle.observe("/health/ready").statusCode()).isEqualTo(200);
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.observe("/health/ready").body().contains("degraded: ClickHouse"));
      assertThat(bundle.observe("/health/ready").statusCode()).isEqualTo(200);

      bundle.nats().kill();
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.observe("/health/ready").statusCode() == 503);
      assertThat(bundle.observe("/health/ready").body()).contains("not connected to NATS");
      assertThat(bundle.observe("/health/live").statusCode()).isEqualTo(200);

      bundle.nats().start();
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.observe("/health/ready").statusCode() == 200);
    }
  }

  @Test
  void theConsumerShowsInJmxWhatItHasInHand() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> ScriptedAnswer.ok());
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      bundle.publish("ingest.t", 0, 3);
      bundle.awaitNothingWaiting();
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName consumer =
          server
              .queryNames(
                  new ObjectName(
                      "org.apache.camel:context=wavehouse,type=consumers,"
                          + "name=JetStreamConsumer*,*"),
                  null)
              .iterator()
              .next();
      assertThat(server.getAttribute(consumer, "RowsInHand")).isEqualTo(0);
      assertThat(server.getAttribute(consumer, "Connected")).isEqualTo(true);
      assertThat(server.getAttribute(consumer, "Pulling")).isEqualTo(true);
      assertThat(server.getAttribute(consumer, "State")).isEqualTo("Started");
    }
  }

  private static String metrics(RunningBundle bundle) throws Exception {
    return bundle.observe("/metrics").body();
  }
}

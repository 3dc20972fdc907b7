package io.wavehouse.ingest.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IngestMetricsTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final IngestMetrics metrics = new IngestMetrics(registry);

  @Test
  void retriesKeepTheNameThatWaveHousesDashboardsKnow() {
    metrics.handedBack("clicks", "unavailable", 3);
    metrics.handedBack("clicks", "unavailable", 2);
    assertThat(registry.scrape())
        .contains("wavehouse_ingest_retries_total{reason=\"unavailable\",table=\"clicks\"} 5.0");
  }

  @Test
  void everyFigureHasItsPrometheusName() {
    metrics.received("t", 1);
    metrics.inserted("t", 2, 300, Duration.ofMillis(20));
    metrics.failed("rejected");
    metrics.searched("t");
    metrics.parked("t", "rejected", 1);
    metrics.dropped("t", "poison", 1);
    metrics.ackFailed(1);
    metrics.gauge("backoffs.open", "open ones", () -> 1, "scope", "pool");
    assertThat(registry.scrape())
        .contains(
            "wavehouse_ingest_rows_received_total{table=\"t\"} 1.0",
            "wavehouse_ingest_rows_inserted_total{table=\"t\"} 2.0",
            "wavehouse_ingest_bytes_inserted_total{table=\"t\"} 300.0",
            "wavehouse_ingest_insert_requests_total{class=\"none\",outcome=\"landed\"} 1.0",
            "wavehouse_ingest_insert_requests_total{class=\"rejected\",outcome=\"failed\"} 1.0",
            "wavehouse_ingest_isolation_requests_total{table=\"t\"} 1.0",
            "wavehouse_ingest_rows_parked_total{class=\"rejected\",table=\"t\"} 1.0",
            "wavehouse_ingest_rows_dropped_total{reason=\"poison\",table=\"t\"} 1.0",
            "wavehouse_ingest_ack_failures_total 1.0",
            "wavehouse_ingest_backoffs_open{scope=\"pool\"} 1.0",
            "wavehouse_ingest_batch_rows_bucket{le=\"10.0\"} 1",
            "wavehouse_ingest_batch_seconds_bucket{le=\"0.05\"} 1");
  }

  @Test
  void tableNamesThatAnyoneMayMakeUpDoNotFillTheMemory() {
    for (int table = 0; table < 3 * IngestMetrics.MAX_TABLES; table++) {
      metrics.received("t" + table, 1);
    }
    assertThat(registry.getMeters()).hasSizeLessThan(IngestMetrics.MAX_TABLES + 10);
    assertThat(registry.scrape())
        .contains("wavehouse_ingest_rows_received_total{table=\"other\"} 2000.0");
  }
}

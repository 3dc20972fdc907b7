package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.clickhouse.FailureClass;
import java.time.Duration;

/**
 * How the rows of an exchange go back to the queue.
 *
 * @param reason as the metric says it: a class of failure, {@value #BACKOFF} or {@value #DLQ}
 * @param delay before they come again
 */
public record Retry(String reason, Duration delay) {
  /** The exchange property that carries it. */
  public static final String PROPERTY = "WavehouseRetry";

  /** No request was made. */
  static final String BACKOFF = "backoff";

  /** They were judged and could not be parked. */
  static final String DLQ = "dlq";

  static Retry backoff(Duration delay) {
    return new Retry(BACKOFF, delay);
  }

  static Retry of(FailureClass failureClass, Duration delay) {
    return new Retry(failureClass.metricName(), delay);
  }
}

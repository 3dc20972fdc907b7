package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.backoff.Ticket;
import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.clickhouse.Classifier;
import io.wavehouse.ingest.clickhouse.Failure;
import io.wavehouse.ingest.clickhouse.FailureClass;
import io.wavehouse.ingest.metrics.IngestMetrics;
import java.time.Duration;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Asks a failed insert what it was and picks the route that deals with it, in the property {@value
 * #NEXT}: {@value #ISOLATE}, {@value #DEAD_LETTER} or {@value #RETRY_LATER}.
 *
 * <p><b>Failure semantics.</b> Only a rejection leads towards parking, and of several rows only
 * through isolation. Whatever is not known to be one is retried. A batch that was confirmed before
 * something failed is safe, and its rows are acked by the way back.
 */
public final class Triage implements Processor {
  /** The exchange property with the name of the next route. */
  public static final String NEXT = "WavehouseNext";

  public static final String ISOLATE = "isolate";
  public static final String DEAD_LETTER = "dead-letter";
  public static final String RETRY_LATER = "retry-later";

  /** The exchange property with the judged failure. */
  static final String FAILURE = "WavehouseFailure";

  private final Classifier classifier;
  private final Backoffs backoffs;
  private final IngestMetrics metrics;

  public Triage(Classifier classifier, Backoffs backoffs, IngestMetrics metrics) {
    this.classifier = classifier;
    this.backoffs = backoffs;
    this.metrics = metrics;
  }

  @Override
  public void process(Exchange exchange) {
    exchange.setProperty(NEXT, next(exchange));
  }

  private String next(Exchange exchange) {
    Throwable thrown = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    if (thrown instanceof HeldBackException held) {
      return retry(exchange, Retry.backoff(held.delay()));
    }
    if (thrown instanceof NoConnectionException) {
      return park(exchange, new Verdict(Verdict.REJECTED, 0, "", 0, thrown.getMessage()));
    }
    Ticket ticket = Claim.of(exchange);
    Failure failure = classifier.classify(exchange, thrown);
    exchange.setProperty(FAILURE, failure);
    metrics.failed(failure.failureClass().metricName());
    Batch batch = Batch.of(exchange);
    if (batch.getRows().stream().allMatch(row -> row.delivery().isConfirmed())) {
      backoffs.answered(ticket);
      return retry(exchange, Retry.of(failure.failureClass(), Duration.ZERO));
    }
    if (failure.failureClass() == FailureClass.REJECTED) {
      backoffs.answered(ticket);
      return batch.getRows().size() == 1 ? park(exchange, Verdict.of(failure)) : ISOLATE;
    }
    if (failure.splittable() && batch.getRows().size() > 1) {
      return ISOLATE;
    }
    return retry(
        exchange,
        Retry.of(
            failure.failureClass(),
            backoffs.failed(ticket, failure.reason(), failure.tableScoped())));
  }

  private static String retry(Exchange exchange, Retry retry) {
    exchange.setProperty(Retry.PROPERTY, retry);
    return RETRY_LATER;
  }

  private static String park(Exchange exchange, Verdict verdict) {
    Batch batch = Batch.of(exchange);
    exchange.setProperty(
        JudgedRow.PROPERTY,
        batch.getRows().stream()
            .map(row -> new JudgedRow(row, batch.getTarget(), verdict, false))
            .toList());
    return DEAD_LETTER;
  }
}

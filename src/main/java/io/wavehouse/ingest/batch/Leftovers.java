package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.jetstream.Delivery;
import io.wavehouse.ingest.metrics.IngestMetrics;
import java.time.Duration;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last look at a batch whose route has ended.
 *
 * <p><b>Failure semantics.</b> Whatever a route did with a batch (stopped, filtered, failed in its
 * own error handling), no row stays behind: one that is safe is acked, any other goes back to the
 * queue, with a WARN that names the route.
 */
final class Leftovers extends SynchronizationAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
  private static final Duration DELAY = Duration.ofSeconds(1);
  private final IngestMetrics metrics;

  Leftovers(IngestMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void onDone(Exchange exchange) {
    Batch batch = Batch.of(exchange);
    if (batch == null) {
      return;
    }
    List<Delivery> left =
        batch.getRows().stream().map(Row::delivery).filter(row -> !row.isSettled()).toList();
    if (left.isEmpty()) {
      return;
    }
    LOG.warn(
        "route {} ended with {} of {} rows of table {} not settled{}; they go back to the queue and"
            + " come again. Let each batch reach direct:insert, or use drop",
        exchange.getFromRouteId(),
        left.size(),
        batch.getRows().size(),
        batch.getTarget().table(),
        exchange.getException() == null ? "" : " (" + exchange.getException().getMessage() + ")");
    metrics.handedBack(
        batch.getTarget().table(),
        "unknown",
        left.stream().filter(row -> !row.isConfirmed()).count());
    left.forEach(row -> row.ackOrHandBack(DELAY));
  }
}

package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.metrics.IngestMetrics;
import java.util.List;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;

/**
 * Joins what arrives for one target into its open batch.
 *
 * <p>The questions that routes ask of a batch stand here, and not on {@link Batch}: for an
 * expression such as <code>${body.full}</code> Camel's bean language keeps the body itself in a
 * cache of a thousand, and with it all rows of a thousand chunks.
 */
public final class Batches implements AggregationStrategy {
  private final IngestMetrics metrics;

  public Batches(IngestMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public Exchange aggregate(Exchange open, Exchange arrived) {
    Batch batch = arrived.getMessage().getBody(Batch.class);
    batch.getRows().forEach(row -> row.delivery().keep());
    if (open == null) {
      return arrived;
    }
    Batch joined = open.getMessage().getBody(Batch.class);
    joined.addAll(batch);
    // Camel asks the arrived exchange, not the open one, how long the batch may still wait: under a
    // steady flow its age would never flush it.
    arrived.getMessage().setBody(joined);
    return open;
  }

  @Override
  public void onCompletion(Exchange complete) {
    complete.getExchangeExtension().addOnCompletion(new Leftovers(metrics));
  }

  /** Whether there is anything to insert. */
  public boolean hasRows(Exchange exchange) {
    return !Batch.of(exchange).getRows().isEmpty();
  }

  /** What rows are gathered by. */
  public String target(Exchange exchange) {
    return Batch.of(exchange).getTarget().key();
  }

  /** Whether the rows or bytes for a flush are there. */
  public boolean isFull(Exchange exchange) {
    return Batch.of(exchange).isFull();
  }

  /** How long the batch may still wait, in milliseconds. */
  public long millisLeft(Exchange exchange) {
    return Batch.of(exchange).millisLeft();
  }

  /** The batch in parts within its limits. */
  public List<Batch> inserts(Exchange exchange) {
    return Batch.of(exchange).inserts();
  }
}

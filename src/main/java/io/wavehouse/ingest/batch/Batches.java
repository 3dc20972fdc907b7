package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.metrics.IngestMetrics;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;

/** Joins what arrives for one table into its open batch. */
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
}

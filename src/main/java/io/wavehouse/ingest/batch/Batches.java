package io.wavehouse.ingest.batch;

import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;

/** Joins what arrives for one table into its open batch. */
public final class Batches implements AggregationStrategy {
  @Override
  public Exchange aggregate(Exchange open, Exchange arrived) {
    Batch batch = arrived.getMessage().getBody(Batch.class);
    batch.getRows().forEach(row -> row.keep());
    if (open == null) {
      return arrived;
    }
    open.getMessage().getBody(Batch.class).addAll(batch);
    return open;
  }
}

package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.batch.Batch;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Hands the rows of an exchange back to the queue with a delay.
 *
 * <p><b>Failure semantics.</b> Rows that are settled already, such as those that landed or were
 * parked on the way, are left as they are; one that is safe and not acked yet is acked.
 */
public final class RetryLater implements Processor {
  private final Settlement settlement;

  public RetryLater(Settlement settlement) {
    this.settlement = settlement;
  }

  @Override
  public void process(Exchange exchange) {
    settlement.retry(Batch.of(exchange), exchange.getProperty(Retry.PROPERTY, Retry.class));
  }
}

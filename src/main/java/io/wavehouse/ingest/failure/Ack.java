package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.batch.Batch;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * The step after the confirmation.
 *
 * <p><b>Failure semantics.</b> Refuses a batch that nothing confirmed, before any of its rows is
 * acked: a route that puts this step in the wrong place fails, and loses nothing.
 */
public final class Ack implements Processor {
  private final Backoffs backoffs;
  private final Settlement settlement;

  public Ack(Backoffs backoffs, Settlement settlement) {
    this.backoffs = backoffs;
    this.settlement = settlement;
  }

  @Override
  public void process(Exchange exchange) {
    Batch batch = Batch.of(exchange);
    settlement.landed(batch);
    backoffs.answered(Claim.of(exchange));
  }
}

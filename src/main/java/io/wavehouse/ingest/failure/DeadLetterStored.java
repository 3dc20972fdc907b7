package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * The step after the dead-letter stream's PubAck.
 *
 * <p><b>Failure semantics.</b> The only place that confirms a row without ClickHouse. It stands
 * behind a producer that fails unless the copy is stored.
 */
public final class DeadLetterStored implements Processor {
  private final Backoffs backoffs;
  private final Settlement settlement;

  public DeadLetterStored(Backoffs backoffs, Settlement settlement) {
    this.backoffs = backoffs;
    this.settlement = settlement;
  }

  @Override
  public void process(Exchange exchange) {
    JudgedRow judged = exchange.getProperty(DeadLetterCopy.ROW, JudgedRow.class);
    judged.row().delivery().confirm();
    settlement.parked(judged);
    backoffs.answered(Claim.of(exchange));
  }
}

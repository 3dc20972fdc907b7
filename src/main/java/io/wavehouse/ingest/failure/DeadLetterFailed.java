package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import java.time.Duration;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * A judged row that could not be parked.
 *
 * <p><b>Failure semantics.</b> It goes back to the queue under a backoff of the dead-letter stream,
 * and its verdict is remembered, so that it is not searched for again. Its copy may be stored all
 * the same; the message id keeps a second one out.
 */
public final class DeadLetterFailed implements Processor {
  private final Backoffs backoffs;
  private final Settlement settlement;
  private final RememberedVerdicts remembered;

  public DeadLetterFailed(Backoffs backoffs, Settlement settlement, RememberedVerdicts remembered) {
    this.backoffs = backoffs;
    this.settlement = settlement;
    this.remembered = remembered;
  }

  @Override
  public void process(Exchange exchange) {
    JudgedRow judged = exchange.getProperty(DeadLetterCopy.ROW, JudgedRow.class);
    Throwable thrown = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    Duration delay =
        thrown instanceof HeldBackException held
            ? held.delay()
            : backoffs.failed(Claim.of(exchange), reason(thrown), false);
    if (!judged.verdict().isPoison()) {
      remembered.remember(judged.row().delivery().id(), judged.verdict());
    }
    settlement.notParked(judged, delay);
  }

  /** The innermost cause says it in plain words. */
  private static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}

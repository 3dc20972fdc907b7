package io.wavehouse.ingest.batch;

import java.time.Duration;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the rows of a batch: acked after ClickHouse confirmed them, or handed back.
 *
 * <p><b>Failure semantics.</b> Called as a step after the confirmation, or by the failure route; a
 * failed insert is never acked and never dropped. It may have landed all the same when its answer
 * was lost: delivery is at least once.
 */
public final class Settlement {
  /** Property that carries the batch while the body is a request or an answer. */
  public static final String BATCH = "WavehouseBatch";

  private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);
  private final Duration delay;

  /**
   * @param delay before rows of a failed insert come again
   */
  public Settlement(Duration delay) {
    this.delay = delay;
  }

  /** The step {@code ack}. */
  public void ack(Exchange exchange) {
    exchange.getProperty(BATCH, Batch.class).getRows().forEach(row -> row.ack());
  }

  /** The step {@code retry-later}. */
  public void retryLater(Exchange exchange) {
    Batch batch = exchange.getProperty(BATCH, Batch.class);
    Throwable cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
    LOG.warn(
        "insert of {} rows into table {} failed: {}; they come again in {} s. Check ClickHouse and"
            + " the table",
        batch.getRows().size(),
        batch.getTarget().table(),
        oneLine(cause),
        delay.toSeconds());
    batch.getRows().forEach(row -> row.nakWithDelay(delay));
  }

  private static String oneLine(Throwable cause) {
    String text = String.valueOf(cause.getMessage()).replaceAll("\\p{Cntrl}+", " ");
    return cause.getClass().getSimpleName()
        + ": "
        + text.substring(0, Math.min(300, text.length()));
  }
}

package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.batch.Row;
import io.wavehouse.ingest.jetstream.Delivery;
import io.wavehouse.ingest.metrics.IngestMetrics;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends rows at their queue.
 *
 * <p><b>Failure semantics.</b> A safe row is acked, any other is handed back; neither is ever the
 * other's fate. When the queue cannot be told, the rows come again after the ack wait: safe ones
 * are acked again then, not inserted again.
 */
public final class Settlement {
  private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

  /** For rows that are all confirmed, so none of them goes back. */
  private static final Retry NEVER = new Retry("", Duration.ZERO);

  private final IngestMetrics metrics;

  public Settlement(IngestMetrics metrics) {
    this.metrics = metrics;
  }

  /**
   * Acks confirmed rows.
   *
   * @throws IllegalStateException when one of them is not confirmed; none is acked then
   */
  void landed(Batch batch) {
    long unconfirmed =
        batch.getRows().stream().filter(row -> !row.delivery().isConfirmed()).count();
    if (unconfirmed > 0) {
      throw new IllegalStateException(
          "ack refused: nothing confirmed that "
              + unconfirmed
              + " of "
              + batch.getRows().size()
              + " rows of table "
              + batch.getTarget().table()
              + " are safe; insert or park them first, or use drop");
    }
    settle(batch.getRows(), batch.getTarget().table(), NEVER);
  }

  /** Hands back what is not safe and not settled yet. */
  void retry(Batch batch, Retry retry) {
    settle(batch.getRows(), batch.getTarget().table(), retry);
  }

  /** Acks a row whose copy is stored. */
  void parked(JudgedRow judged) {
    metrics.parked(judged.target().table(), judged.verdict().failureClass(), 1);
    settle(List.of(judged.row()), judged.target().table(), NEVER);
  }

  /** Hands back a row that could not be parked. */
  void notParked(JudgedRow judged, Duration delay) {
    settle(List.of(judged.row()), judged.target().table(), new Retry(Retry.DLQ, delay));
  }

  private void settle(List<Row> rows, String table, Retry retry) {
    int back = 0;
    int untold = 0;
    for (Row row : rows) {
      Delivery delivery = row.delivery();
      if (!delivery.isConfirmed() && !delivery.isSettled()) {
        back++;
      }
      if (!delivery.ackOrHandBack(retry.delay())) {
        untold++;
      }
    }
    metrics.handedBack(table, retry.reason(), back);
    if (untold > 0) {
      metrics.ackFailed(untold);
      LOG.warn(
          "{} of {} acknowledgements for table {} could not be sent; the rows come again after the"
              + " ack wait and nothing is lost. Check the connection to NATS",
          untold,
          rows.size(),
          table);
    }
  }
}

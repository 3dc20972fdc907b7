package io.wavehouse.ingest.clickhouse;

import java.util.OptionalInt;

/**
 * One failed insert, judged.
 *
 * @param code ClickHouse's exception code, 0 for none
 * @param codeName its name, "" for none or an unheard-of code
 * @param httpStatus 0 for none, as when no answer came
 * @param message one printable line of at most {@link #MAX_MESSAGE} chars, for people only
 * @param tableScoped backs off the table alone, not the pool
 * @param splittable may be about the size of a batch, not about the server
 * @param rowHint the row ClickHouse blames, counted from 1; a hint, often wrong
 * @param throughView failed while pushing to a view: the source block may be committed already
 * @param receivedFrom another server said it, so it may not be about the table we named
 */
public record Failure(
    FailureClass failureClass,
    int code,
    String codeName,
    int httpStatus,
    String message,
    boolean tableScoped,
    boolean splittable,
    OptionalInt rowHint,
    boolean throughView,
    boolean receivedFrom) {
  public static final int MAX_MESSAGE = 4096;

  public Failure {
    message = PrintableLine.of(message, MAX_MESSAGE);
  }

  /** The same, when it was said of something else than rows: a rejection judges none then. */
  Failure ofNoRow() {
    return failureClass.isRetried()
        ? this
        : new Failure(
            FailureClass.UNKNOWN,
            code,
            codeName,
            httpStatus,
            message,
            tableScoped,
            splittable,
            rowHint,
            throughView,
            receivedFrom);
  }

  /**
   * Whether the table itself is refused: unknown table (60), unknown database (81) or a column the
   * table lacks (16). Said of a view's target or by another server it is no word on our table.
   */
  public boolean isTableVerdict() {
    return failureClass == FailureClass.REJECTED
        && (code == 60 || code == 81 || code == 16)
        && !throughView
        && !receivedFrom;
  }

  /** In one line for a log: class, code and what was said. */
  public String reason() {
    String judged = failureClass.metricName() + (code == 0 ? "" : " " + code + " " + codeName);
    return judged + ": " + message;
  }
}

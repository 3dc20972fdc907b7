package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.jetstream.Delivery;

/** One row and the message that brought it. */
public final class Row {
  private final Delivery delivery;
  private final byte[] line;

  /**
   * A row whose line a route has made.
   *
   * @param line not copied
   */
  public Row(Delivery delivery, byte[] line) {
    this.delivery = delivery;
    this.line = line;
  }

  /** The payload as it came. */
  static Row of(Delivery delivery) {
    return new Row(delivery, delivery.payload());
  }

  /** Settled once the row is safe or handed back. */
  public Delivery delivery() {
    return delivery;
  }

  /** What goes into the INSERT, one JSON object; not copied. */
  public byte[] line() {
    return line;
  }
}

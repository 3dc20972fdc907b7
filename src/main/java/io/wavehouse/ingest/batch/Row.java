package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.jetstream.Delivery;

/** One row and the message that brought it. */
public final class Row {
  private final Delivery delivery;
  private final byte[] payload;
  private final int from;
  private final int to;
  private final boolean read;

  /**
   * A row whose payload is its line.
   *
   * @param payload as it came, or as a route has made it; not copied
   */
  public Row(Delivery delivery, byte[] payload) {
    this(delivery, payload, 0, payload.length, false);
  }

  private Row(Delivery delivery, byte[] payload, int from, int to, boolean read) {
    this.delivery = delivery;
    this.payload = payload;
    this.from = from;
    this.to = to;
    this.read = read;
  }

  /** The payload as it came. */
  static Row of(Delivery delivery) {
    return new Row(delivery, delivery.payload());
  }

  /** The same row, once a part of its payload was read and found to be its line. */
  Row line(int begin, int end) {
    return new Row(delivery, payload, begin, end, true);
  }

  /** Settled once the row is safe or handed back. */
  public Delivery delivery() {
    return delivery;
  }

  /** What the line is, or is a part of; not copied. */
  public byte[] payload() {
    return payload;
  }

  /** Whether the line is known to be good JSON. */
  public boolean isRead() {
    return read;
  }

  /** Bytes of the line: what goes into the INSERT, one JSON object or array. */
  public int length() {
    return to - from;
  }

  /** Copies the line to this place of the body. */
  public void copyTo(byte[] body, int at) {
    System.arraycopy(payload, from, body, at, to - from);
  }
}

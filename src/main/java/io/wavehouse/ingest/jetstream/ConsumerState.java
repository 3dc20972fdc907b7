package io.wavehouse.ingest.jetstream;

/**
 * A consumer at one moment.
 *
 * @param connected to NATS
 * @param pulling asks for messages, or would if there were room
 * @param rowsInHand received and not settled
 * @param bytesInHand payload bytes of those
 * @param oldestSeconds age of the oldest of those, 0 without any
 * @param tooOld whether that is longer than it should ever take
 * @param lag messages of the stream not yet acked, -1 when not known
 */
public record ConsumerState(
    boolean connected,
    boolean pulling,
    int rowsInHand,
    long bytesInHand,
    long oldestSeconds,
    boolean tooOld,
    long lag) {
  /** What health calls ready. */
  public boolean ready() {
    return connected && pulling && !tooOld;
  }
}

package io.wavehouse.ingest.jetstream;

/** What a message that arrives is to us. */
public enum Arrival {
  /** Never seen, or handed back before: it is to be worked on. */
  NEW,
  /** A redelivered copy of a message still in hand: one of the two is enough. */
  IN_HAND,
  /** A redelivered copy of a message already safe: its ack was lost and is to be said again. */
  SETTLED
}

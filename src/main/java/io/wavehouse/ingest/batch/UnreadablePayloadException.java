package io.wavehouse.ingest.batch;

/** A payload is not what its format says it is; the message says why, in one line. */
final class UnreadablePayloadException extends Exception {
  private static final long serialVersionUID = 1L;

  UnreadablePayloadException(String why) {
    // Poison can come by the thousand, and where we found it says nothing about it.
    super(why, null, false, false);
  }
}

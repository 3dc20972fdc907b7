package io.wavehouse.ingest.http;

/** A request, or a record of it, is not taken; the message tells the client what to do. */
final class RefusedException extends Exception {
  private final int status;

  RefusedException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The HTTP status of the answer. */
  int status() {
    return status;
  }
}

package io.wavehouse.ingest.http;

import java.io.IOException;

/** A body is not read to its end: it stalls, is too large or broken, or the bundle is stopping. */
final class UnreadableBodyException extends IOException {
  private final int status;

  UnreadableBodyException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The HTTP status of the answer. */
  int status() {
    return status;
  }
}

package io.wavehouse.ingest.failure;

import java.time.Duration;

/** A backoff let no request through. Part of the normal course, so without a stack trace. */
public final class HeldBackException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Duration delay;

  HeldBackException(Duration delay) {
    super("a backoff runs, no request was made", null, false, false);
    this.delay = delay;
  }

  /** How long to stay away. */
  Duration delay() {
    return delay;
  }
}

package io.wavehouse.ingest.backoff;

import java.time.Duration;

/**
 * A backoff at one moment.
 *
 * @param failures in a row, 0 when closed
 * @param timeLeft of the window, zero when none runs
 * @param openFor since the outage began, zero when closed
 * @param lastError one printable line, empty when closed
 */
public record Snapshot(
    Scope scope, State state, int failures, Duration timeLeft, Duration openFor, String lastError) {

  /** Whether requests go out. */
  public enum State {
    /** All do. */
    CLOSED,
    /** None does; when the window has ended, the next flush is the probe. */
    OPEN,
    /** One does, and its outcome decides. */
    PROBING
  }
}

package io.wavehouse.ingest.backoff;

import java.time.Duration;

/**
 * What an outcome did to a backoff.
 *
 * @param openFor how long it was open, zero unless it closed
 * @param after the backoff right after the outcome
 */
public record Change(Kind kind, Duration openFor, Snapshot after) {

  /** What happened. */
  public enum Kind {
    NONE,
    OPENED,
    ESCALATED,
    CLOSED,
    DROPPED
  }
}

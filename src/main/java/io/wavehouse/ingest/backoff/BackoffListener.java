package io.wavehouse.ingest.backoff;

import java.time.Duration;

/** Told what happens to the backoffs: one call at a time, in order for each scope, no lock held. */
public interface BackoffListener {
  /** An outage started. */
  void opened(Snapshot backoff);

  /** A probe failed; a longer window runs. */
  void stillOpen(Snapshot backoff);

  /**
   * An outage ended.
   *
   * @param openFor how long it lasted
   */
  void closed(Scope scope, Duration openFor);

  /** Nobody uses the scope any more: nothing more is told of it. */
  default void dropped(Scope scope) {}
}

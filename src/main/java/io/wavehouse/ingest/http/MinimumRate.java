package io.wavehouse.ingest.http;

import java.time.Duration;

/**
 * How slowly a body may come. Only the time spent waiting for the client counts, so a stream that
 * takes rows slowly is not held against it. Pure: waits and bytes are told.
 */
final class MinimumRate {
  /** As Kestrel's MinRequestBodyDataRate: a thread is worth more than a client slower than that. */
  static final int BYTES_PER_SECOND = 240;

  private final long window;
  private final long wanted;
  private long waited;
  private long came;

  /**
   * @param window how much waiting goes by before the bytes that came meanwhile are judged
   */
  MinimumRate(Duration window) {
    this.window = window.toNanos();
    this.wanted = Math.max(1, window.toMillis() * BYTES_PER_SECOND / 1000);
  }

  /**
   * Takes note of a wait.
   *
   * @param nanos waited since the last call
   * @param bytes that this brought
   * @return false when a whole window of waiting brought too little
   */
  boolean isKept(long nanos, long bytes) {
    waited += nanos;
    came += bytes;
    if (waited < window) {
      return true;
    }
    boolean kept = came >= wanted;
    waited = 0;
    came = 0;
    return kept;
  }
}

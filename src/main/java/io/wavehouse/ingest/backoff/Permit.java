package io.wavehouse.ingest.backoff;

import java.time.Duration;

/**
 * The answer to a claim. A granted one is settled exactly once, as failed, answered or released; a
 * second settlement changes nothing, and neither does one of a refusal.
 */
public final class Permit {
  private final String table;
  private final boolean granted;
  private final boolean probe;
  private final Duration delay;
  private final long window;
  // Guarded by the backoff that gave it.
  private boolean settled;

  private Permit(String table, boolean granted, boolean probe, Duration delay, long window) {
    this.table = table;
    this.granted = granted;
    this.probe = probe;
    this.delay = delay;
    this.window = window;
    this.settled = !granted;
  }

  static Permit granted(String table, boolean probe, long window) {
    return new Permit(table, true, probe, Duration.ZERO, window);
  }

  static Permit refused(String table, Duration delay) {
    return new Permit(table, false, false, delay, 0);
  }

  /** Whether the flush may go. */
  public boolean granted() {
    return granted;
  }

  /** How long the rows stay away when it may not; zero when it may. */
  public Duration delay() {
    return delay;
  }

  /** Whether this flush is the one request that decides. */
  public boolean probe() {
    return probe;
  }

  String table() {
    return table;
  }

  /** The number of the last window opened before the claim. */
  long window() {
    return window;
  }

  /** True the first time. */
  boolean settle() {
    boolean first = !settled;
    settled = true;
    return first;
  }
}

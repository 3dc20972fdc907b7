package io.wavehouse.ingest.backoff;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to stay away, in nanoseconds: 1, 2, 4 … times the initial delay up to the longest.
 *
 * <p>Each delay is jittered down, to as little as half of it, so that the pools and processes of
 * one outage do not return in step. A jitter of 0 is the full delay without spread.
 */
final class Delays {
  private final long initial;
  private final long longest;
  private final DoubleSupplier jitter;

  /**
   * @param jitter in [0,1)
   * @throws IllegalArgumentException unless 0 &lt; initial ≤ max
   */
  Delays(Duration initial, Duration max, DoubleSupplier jitter) {
    if (initial.isNegative() || initial.isZero() || max.compareTo(initial) < 0) {
      throw new IllegalArgumentException(
          "backoff from " + initial + " to " + max + ": initial must be above 0 and at most max");
    }
    this.initial = initial.toNanos();
    this.longest = max.toNanos();
    this.jitter = jitter;
  }

  /** The window after so many failures in a row, from 1. */
  long window(int failures) {
    long delay = initial;
    for (int i = 1; i < failures && delay < longest; i++) {
      delay = delay > longest / 2 ? longest : delay * 2;
    }
    return delay - part(delay / 2);
  }

  /** Added to what is left of a window, so that what it held does not return all at once. */
  long spread() {
    return part(initial);
  }

  /** The longest spread. */
  long maxSpread() {
    return initial;
  }

  /**
   * While a probe is out. At least half the initial delay: a probe of a server that drops packets
   * takes the whole request timeout, and the backlog must not spin through the process meanwhile.
   */
  long whileProbing() {
    return initial - initial / 2 + part(initial / 2);
  }

  private long part(long of) {
    return (long) (of * jitter.getAsDouble());
  }
}

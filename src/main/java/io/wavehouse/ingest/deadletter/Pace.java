package io.wavehouse.ingest.deadletter;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Keeps rows at an even distance, so that a replay leaves room for what is live. */
public final class Pace {
  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private final Sleep sleep;
  private long next;
  private boolean started;

  /** Waits so many nanoseconds. */
  @FunctionalInterface
  interface Sleep {
    void nanos(long nanos) throws InterruptedException;
  }

  Pace(int perSecond, LongSupplier nanoTime, Sleep sleep) {
    this.intervalNanos = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
    this.nanoTime = nanoTime;
    this.sleep = sleep;
  }

  /**
   * By the real clock.
   *
   * @param perSecond 0 for no limit
   */
  public static Pace of(int perSecond) {
    return new Pace(perSecond, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
  }

  /** Returns when the next row may go. Time that was lost is not made up for. */
  void await() throws InterruptedException {
    long now = nanoTime.getAsLong();
    if (started && next - now > 0) {
      sleep.nanos(next - now);
      now = next;
    }
    started = true;
    next = now + intervalNanos;
  }
}

package io.wavehouse.ingest.backoff;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Moved by hand. It starts where a monotonic clock wraps, since nothing says that one does not. */
final class HandClock implements LongSupplier {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(3).toNanos());

  @Override
  public long getAsLong() {
    return now.get();
  }

  void move(Duration by) {
    now.addAndGet(by.toNanos());
  }

  void move(double seconds) {
    move(Duration.ofNanos(Math.round(seconds * 1e9)));
  }
}

package io.wavehouse.ingest.http;

import java.time.Duration;
import org.apache.camel.CamelContext;

/** Until when a request may be read once the bundle is told to stop. */
final class DrainDeadline {
  /** What is left of the drain to await PubAcks and to answer. */
  private static final Duration TO_ANSWER = Duration.ofSeconds(2);

  private final CamelContext camel;
  private final Duration allowed;
  private volatile long stoppingSince;

  DrainDeadline(CamelContext camel, Duration drainTimeout) {
    this.camel = camel;
    Duration allowed = drainTimeout.minus(TO_ANSWER);
    this.allowed = allowed.isNegative() ? Duration.ZERO : allowed;
  }

  /** Whether requests in flight have to come to an end. Asked often while any is read. */
  boolean isOver() {
    if (!camel.isStopping()) {
      return false;
    }
    if (stoppingSince == 0) {
      stoppingSince = System.nanoTime();
    }
    return System.nanoTime() - stoppingSince >= allowed.toNanos();
  }
}

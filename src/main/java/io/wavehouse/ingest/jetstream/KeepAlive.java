package io.wavehouse.ingest.jetstream;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the ack wait of messages that take long, so that a slow insert is not repeated by a
 * redelivery. One that takes ten ack waits is said once: something does not end.
 */
final class KeepAlive implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(KeepAlive.class);
  private static final int TOO_LONG_WAITS = 10;

  private final InHand inHand;
  private final Duration ackWait;
  private boolean said;

  KeepAlive(InHand inHand, Duration ackWait) {
    this.inHand = inHand;
    this.ackWait = ackWait;
  }

  @Override
  public void run() {
    long now = System.nanoTime();
    for (Delivery delivery : inHand.deliveries()) {
      if (now - delivery.receivedNanos() > ackWait.toNanos() / 2) {
        try {
          delivery.inProgress();
        } catch (RuntimeException e) {
          LOG.debug("no keep-alive for message {}: {}", delivery.id().sequence(), e.getMessage());
        }
      }
    }
    if (isTooOld() && !said) {
      LOG.warn(
          "{} rows in hand, the oldest for {} s: an insert or a route step does not end. Look at"
              + " ClickHouse, then at the threads of this process",
          inHand.rows(),
          oldest().toSeconds());
    }
    said = isTooOld();
  }

  /** Age of the oldest message in hand; zero without any. */
  Duration oldest() {
    long now = System.nanoTime();
    return Duration.ofNanos(
        inHand.deliveries().stream()
            .mapToLong(delivery -> now - delivery.receivedNanos())
            .max()
            .orElse(0));
  }

  /** Whether the oldest is in hand for longer than anything should take. */
  boolean isTooOld() {
    return oldest().compareTo(ackWait.multipliedBy(TOO_LONG_WAITS)) > 0;
  }
}

package io.wavehouse.ingest.jetstream;

import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullRequestOptions;
import java.time.Duration;

/**
 * Asks the server for no more than there is room for. jnats's own {@code consume} and {@code
 * iterate} ask again as messages arrive, whether or not anyone takes them, so a route that stands
 * still would fill the client's memory; here a request is made only when a message is wanted.
 *
 * <p>The server ends a request as soon as the next message is larger than what it has left of its
 * bytes, and only an error listener hears of it; of large rows that is long before its rows are
 * there. So it counts as over once one more message as large as the largest seen might not fit.
 *
 * <p><b>Failure semantics.</b> A request that the server forgets (it restarted, the connection
 * broke) counts as over when its time is; so does one that met a message larger than any before.
 * The cost is that time, never a message. Not thread-safe.
 */
final class CreditPull {
  /** Of one request, and so the longest pause after a request was lost. */
  static final Duration REQUEST = Duration.ofSeconds(1);

  private final JetStreamSubscription subscription;
  private final PullLimits limits;
  private int outstanding;
  private long bytesSinceAsked;
  private long largest;
  private long overAt = System.nanoTime();

  /**
   * @param limits of what is asked for and not yet received
   */
  CreditPull(JetStreamSubscription subscription, PullLimits limits) {
    this.subscription = subscription;
    this.limits = limits;
  }

  /** The next message, asked for when none is on its way; null when none came in time. */
  Message next(Duration wait) throws InterruptedException {
    ask();
    return arrived(wait);
  }

  /** The next message of those already asked for; null when none came in time. */
  Message arrived(Duration wait) throws InterruptedException {
    Message message = subscription.nextMessage(wait);
    if (message != null) {
      outstanding--;
      long size = message.consumeByteCount();
      bytesSinceAsked += size;
      largest = Math.max(largest, size);
    }
    return message;
  }

  /** Whether a message may still be on its way. */
  boolean isExpecting() {
    return outstanding > 0 && System.nanoTime() - overAt < 0;
  }

  private void ask() {
    if (!isExpecting() || bytesSinceAsked > limits.bytes() - largest) {
      outstanding = 0;
    }
    if (outstanding <= limits.rows() / 2) {
      int rows = limits.rows() - outstanding;
      subscription.pull(
          PullRequestOptions.builder(rows)
              .maxBytes(limits.bytes())
              .expiresIn(limits.expiry())
              .build());
      outstanding += rows;
      bytesSinceAsked = 0;
      overAt = System.nanoTime() + limits.expiry().toNanos();
    }
  }
}

package io.wavehouse.ingest.jetstream;

import io.nats.client.api.ConsumerConfiguration;
import java.time.Duration;

/**
 * What one pull request may ask for. The server refuses, each time, one that is over a limit of the
 * consumer's own (max_batch, max_bytes, max_expires), and nothing would ever be delivered.
 *
 * @param rows at most
 * @param bytes at most
 * @param expiry how long the request waits at the server
 */
record PullLimits(int rows, long bytes, Duration expiry) {
  /** Those of a consumer; what it leaves open is not limited. */
  static PullLimits of(ConsumerConfiguration consumer) {
    Duration expires = consumer.getMaxExpires();
    return new PullLimits(
        (int) (consumer.getMaxBatch() > 0 ? consumer.getMaxBatch() : Integer.MAX_VALUE),
        consumer.getMaxBytes() > 0 ? consumer.getMaxBytes() : Long.MAX_VALUE,
        expires == null || expires.isZero() ? Duration.ofDays(1) : expires);
  }

  /** The smaller of each. */
  PullLimits within(PullLimits other) {
    return new PullLimits(
        Math.min(rows, other.rows),
        Math.min(bytes, other.bytes),
        expiry.compareTo(other.expiry) < 0 ? expiry : other.expiry);
  }
}

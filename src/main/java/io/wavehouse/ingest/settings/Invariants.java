package io.wavehouse.ingest.settings;

import java.time.Duration;

/** Rules that bind several settings, checked for the general batch and every table's. */
final class Invariants {
  private static final Duration SHORTEST_ACK_WAIT = Duration.ofSeconds(5);

  /** A row may wait for its batch, for its insert, and for in-progress acks in between. */
  private static final int ACK_WAITS_PER_MAX_WAIT = 4;

  private final Values values;

  Invariants(Values values) {
    this.values = values;
  }

  void check(StreamSettings stream, long inHandMaxBytes, BackoffSettings backoff) {
    if (stream.ackWait().compareTo(SHORTEST_ACK_WAIT) < 0) {
      throw values.setting("wavehouse.ack-wait").refused("must be at least 5s");
    }
    for (String key : values.keys("wavehouse.")) {
      if (key.endsWith(".batch.max-wait")) {
        checkMaxWait(key, stream.ackWait());
      } else if (key.endsWith(".batch.max-rows")) {
        atMost(
            key,
            values.integer(key, 1, Integer.MAX_VALUE),
            "wavehouse.max-ack-pending",
            stream.maxAckPending());
      } else if (key.endsWith(".batch.max-bytes")) {
        atMost(key, values.bytes(key), "wavehouse.in-hand.max-bytes", inHandMaxBytes);
      }
    }
    if (backoff.initial().compareTo(backoff.max()) > 0) {
      throw values
          .setting("wavehouse.backoff.initial")
          .refused("must be at most " + values.setting("wavehouse.backoff.max"));
    }
  }

  private void checkMaxWait(String key, Duration ackWait) {
    Duration needed = values.duration(key).multipliedBy(ACK_WAITS_PER_MAX_WAIT);
    if (ackWait.compareTo(needed) < 0) {
      throw values
          .setting("wavehouse.ack-wait")
          .refused(
              "must be at least %s, 4 times %s"
                  .formatted(Amounts.spell(needed), values.setting(key)));
    }
  }

  /** A batch that never fits in the hand would flush by age alone, or stand still. */
  private void atMost(String key, long value, String limitKey, long limit) {
    if (value > limit) {
      throw values.setting(key).refused("must be at most " + values.setting(limitKey));
    }
  }
}

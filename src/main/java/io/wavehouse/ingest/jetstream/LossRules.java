package io.wavehouse.ingest.jetstream;

import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.ServerInfo;
import io.nats.client.api.StreamConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an existing stream or consumer must not be: each rule names the property by which a row
 * could be lost without anyone having decided so.
 *
 * <p>In: configurations as the server reports them. Out: one line per broken rule, empty when no
 * row can be lost.
 */
public final class LossRules {
  private static final String FULL_IS_SAFE = "2.10.5";

  private LossRules() {}

  public static List<String> of(StreamConfiguration stream) {
    List<String> broken = new ArrayList<>();
    String name = "stream " + stream.getName();
    if (stream.getDiscardPolicy() != DiscardPolicy.New) {
      broken.add(name + " has discard old: a full stream drops its oldest rows; set discard new");
    }
    if (!stream.getMaxAge().isZero()) {
      broken.add(name + " has max-age " + stream.getMaxAge() + ": rows expire; set it to 0");
    }
    if (stream.getMaxMsgsPerSubject() > 0) {
      broken.add(
          name
              + " has max-msgs-per-subject "
              + stream.getMaxMsgsPerSubject()
              + ": older rows of a table are dropped; set it to -1");
    }
    if (stream.getRetentionPolicy() == RetentionPolicy.Interest) {
      broken.add(
          name
              + " has interest retention: rows published while no consumer exists are dropped;"
              + " use workqueue");
    }
    return broken;
  }

  /** Not fatal: with discard new such a stream fills up with acked rows. */
  public static Optional<String> warning(StreamConfiguration stream) {
    return stream.getRetentionPolicy() == RetentionPolicy.Limits
        ? Optional.of(
            "stream "
                + stream.getName()
                + " has limits retention: acked rows stay until it is full and refuses publishers;"
                + " use workqueue")
        : Optional.empty();
  }

  /**
   * Not fatal either: an old server takes a message for smaller than it is, stores one more than
   * fits, and drops the oldest for it, although the stream discards new ones (nats-server #4771).
   */
  public static Optional<String> warning(StreamConfiguration stream, ServerInfo server) {
    return stream.getMaxBytes() > 0 && !server.isSameOrNewerThanVersion(FULL_IS_SAFE)
        ? Optional.of(
            "stream "
                + stream.getName()
                + " can lose its oldest rows while it is full, by #4771 of nats-server "
                + server.getVersion()
                + ": upgrade it to "
                + FULL_IS_SAFE
                + " or newer, or keep the stream from filling up")
        : Optional.empty();
  }

  public static List<String> of(ConsumerConfiguration consumer) {
    List<String> broken = new ArrayList<>();
    String name = "consumer " + consumer.getDurable();
    if (consumer.getMaxDeliver() > 0) {
      broken.add(
          name
              + " has max-deliver "
              + consumer.getMaxDeliver()
              + ": a long outage uses it up; set it to -1");
    }
    if (consumer.getAckPolicy() != AckPolicy.Explicit) {
      broken.add(
          name
              + " has ack policy "
              + consumer.getAckPolicy()
              + ": rows count as done before they are safe; use explicit");
    }
    if (consumer.getDeliverPolicy() != DeliverPolicy.All) {
      broken.add(
          name + " has deliver policy " + consumer.getDeliverPolicy() + ": it skips rows; use all");
    }
    if (consumer.hasMultipleFilterSubjects() || hasFilter(consumer)) {
      broken.add(
          name
              + " has filter "
              + consumer.getFilterSubjects()
              + ": other subjects are never read; remove it");
    }
    if (consumer.isHeadersOnly()) {
      broken.add(name + " is headers-only: it gives no rows; turn headers-only off");
    }
    return broken;
  }

  private static boolean hasFilter(ConsumerConfiguration consumer) {
    String filter = consumer.getFilterSubject();
    return filter != null && !filter.isEmpty() && !filter.equals(">");
  }
}

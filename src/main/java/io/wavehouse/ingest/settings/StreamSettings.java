package io.wavehouse.ingest.settings;

import java.time.Duration;
import java.util.List;

/**
 * One ingest stream and its durable pull consumer.
 *
 * @param name the stream
 * @param subjects what the stream captures, at least one
 * @param consumer the durable's name; it has no filter
 * @param retention of a stream that is created
 * @param maxBytes size limit of a stream that is created, in bytes, discard new
 * @param topology create what is absent, or require it
 * @param topologyWait how long {@link Topology#REQUIRE} waits
 * @param ackWait after which the server redelivers an unacked message
 * @param maxAckPending messages in hand at most, this stream's window
 */
public record StreamSettings(
    String name,
    List<String> subjects,
    String consumer,
    Retention retention,
    long maxBytes,
    Topology topology,
    Duration topologyWait,
    Duration ackWait,
    int maxAckPending) {
  public StreamSettings {
    subjects = List.copyOf(subjects);
  }

  /** Whether a message published to this subject, one without wildcards, lands in the stream. */
  public boolean captures(String subject) {
    return subjects.stream().anyMatch(captured -> Subjects.covers(captured, subject));
  }

  /** A tenant's own stream: everything as here but its name, subjects and size. */
  StreamSettings ofTenant(String ownName, String ownSubjects, long ownMaxBytes) {
    return new StreamSettings(
        ownName,
        List.of(ownSubjects),
        consumer,
        retention,
        ownMaxBytes,
        topology,
        topologyWait,
        ackWait,
        maxAckPending);
  }
}

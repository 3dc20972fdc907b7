package io.wavehouse.ingest.deadletter;

import io.nats.client.api.MessageInfo;
import io.nats.client.impl.Headers;
import io.nats.client.support.NatsJetStreamConstants;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A parked row on its way back: its payload as it is, under an id of the replay. The id is the same
 * each time the same copy is replayed, so that the server keeps a second one out while it remembers
 * the first.
 */
public final class Republication {
  private final long parkedSequence;
  private final String subject;
  private final String stream;
  private final byte[] payload;
  private final Map<String, String> headers = new LinkedHashMap<>();

  /**
   * @param parkedIn the dead-letter stream
   * @param subject to publish to
   * @param stream that must store it
   * @param maxPayload bytes that payload and headers may have together; a header beyond them is
   *     left out
   */
  Republication(
      MessageInfo parked, String parkedIn, String subject, String stream, long maxPayload) {
    this.parkedSequence = parked.getSeq();
    this.subject = subject;
    this.stream = stream;
    this.payload = parked.getData() == null ? new byte[0] : parked.getData();
    long room = maxPayload - payload.length;
    Instant time = parked.getTime().toInstant();
    put(
        NatsJetStreamConstants.MSG_ID_HDR,
        "replay:%s:%d:%d%09d"
            .formatted(parkedIn, parked.getSeq(), time.getEpochSecond(), time.getNano()),
        room);
    put(NatsJetStreamConstants.EXPECTED_STREAM_HDR, stream, room);
    put(ParkedHeaders.REPLAYS, Integer.toString(DeadLetter.of(parked).replays() + 1), room);
  }

  private void put(String name, String value, long room) {
    Headers wire = new Headers();
    headers.forEach(wire::put);
    wire.put(name, value);
    if (wire.serializedLength() <= room) {
      headers.put(name, value);
    }
  }

  /** Its sequence in the dead-letter stream. */
  long parkedSequence() {
    return parkedSequence;
  }

  String subject() {
    return subject;
  }

  /**
   * Takes a PubAck as proof only when it is of the stream that was meant: a small room for headers
   * or an edited route could have led elsewhere, where nobody waits for the row.
   */
  void requireStoredIn(String acked) throws IOException {
    if (!stream.equals(acked)) {
      throw new IOException("stored in stream " + acked + ", not in " + stream);
    }
  }

  /** Not copied. */
  byte[] payload() {
    return payload;
  }

  Map<String, String> headers() {
    return headers;
  }

  /** Its message id; empty when there was no room for one. */
  String id() {
    return headers.getOrDefault(NatsJetStreamConstants.MSG_ID_HDR, "");
  }
}

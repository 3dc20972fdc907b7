package io.wavehouse.ingest.jetstream;

import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsJetStreamMetaData;
import io.nats.client.impl.NatsMessage;
import java.time.Instant;

/** Deliveries that no server made, for tests of what only reads them. */
public final class Deliveries {
  private Deliveries() {}

  /** The seventh delivery of a message with these properties; it has no connection. */
  public static Delivery of(
      String stream, long sequence, Instant storedAt, String subject, byte[] payload) {
    return of(stream, sequence, storedAt, subject, payload, null);
  }

  /** The same with what its publisher says. */
  public static Delivery of(
      String stream,
      long sequence,
      Instant storedAt,
      String subject,
      byte[] payload,
      Headers headers) {
    long nanos = storedAt.getEpochSecond() * 1_000_000_000L + storedAt.getNano();
    String reply = "$JS.ACK.%s.durable.7.%d.9.%d.0".formatted(stream, sequence, nanos);
    return new Delivery(new Arrived(subject, reply, headers, payload), new InHand(1));
  }

  /** What jnats makes of a message that came through a subscription. */
  private static final class Arrived extends NatsMessage {
    Arrived(String subject, String reply, Headers headers, byte[] payload) {
      super(subject, reply, headers, payload);
    }

    @Override
    public boolean isJetStream() {
      return true;
    }

    @Override
    public NatsJetStreamMetaData metaData() {
      return new NatsJetStreamMetaData(this);
    }
  }
}

package io.wavehouse.ingest.jetstream;

import io.nats.client.Message;
import io.nats.client.impl.NatsJetStreamMetaData;
import java.time.Instant;

/**
 * What makes a stored message unique. The sequence alone does not: a stream that was deleted and
 * made again counts from 1.
 *
 * @param stream name of the stream
 * @param sequence in the stream, from 1
 * @param storedAt when the server stored it
 */
public record MessageId(String stream, long sequence, Instant storedAt) {
  /** Sequences alone are spread well, and this is computed several times a message. */
  @Override
  public int hashCode() {
    return Long.hashCode(sequence);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MessageId that
        && sequence == that.sequence
        && storedAt.equals(that.storedAt)
        && stream.equals(that.stream);
  }

  static MessageId of(Message message) {
    NatsJetStreamMetaData meta = message.metaData();
    return new MessageId(meta.getStream(), meta.streamSequence(), meta.timestamp().toInstant());
  }
}

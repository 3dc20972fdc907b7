package io.wavehouse.ingest.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.nats.client.support.NatsJetStreamConstants;
import io.wavehouse.ingest.jetstream.Outgoing;
import io.wavehouse.ingest.settings.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The records of one request as messages, and how many of them the stream has.
 *
 * <p><b>Failure semantics.</b> Messages go out in order and several are under way, so after a
 * failure records behind the first missing one may be stored too. All before it are.
 */
final class Records implements Outgoing {
  private final RecordSplitter splitter;
  private final Destination destination;
  private final Optional<String> idPrefix;
  private final byte[] before;
  private final byte[] after;
  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong missing = new AtomicLong();
  private final AtomicLong firstMissing = new AtomicLong(Long.MAX_VALUE);

  /**
   * @param idPrefix each message's id but its index, for a request that can be repeated
   */
  Records(RecordSplitter splitter, Destination destination, Optional<String> idPrefix) {
    this.splitter = splitter;
    this.destination = destination;
    this.idPrefix = idPrefix;
    boolean envelope = destination.format() == Format.ENVELOPE;
    this.before = envelope ? envelope(destination.target().table()) : new byte[0];
    this.after = envelope ? new byte[] {'}'} : new byte[0];
  }

  private static byte[] envelope(String table) {
    String quoted = new String(JsonStringEncoder.getInstance().quoteAsString(table));
    return "{\"table_name\":\"%s\",\"data\":".formatted(quoted).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String stream() {
    return destination.stream();
  }

  @Override
  public Message next(long maxPayload) throws IOException, BadRecordException {
    Headers headers = headers(splitter.count());
    long room = maxPayload - headers.serializedLength() - before.length - after.length;
    byte[] record = splitter.next((int) Math.max(1, Math.min(room, Integer.MAX_VALUE)));
    if (record == null) {
      return null;
    }
    return NatsMessage.builder()
        .subject(destination.subject())
        .headers(headers.isEmpty() ? null : headers)
        .data(enveloped(record))
        .build();
  }

  /**
   * The first message of a request names its stream: one that another would take is refused, and so
   * is the request. In all of them that would cost a sixth of the throughput.
   */
  private Headers headers(long index) {
    Headers headers = new Headers();
    if (index == 0) {
      headers.put(NatsJetStreamConstants.EXPECTED_STREAM_HDR, destination.stream());
    }
    idPrefix.ifPresent(prefix -> headers.put(NatsJetStreamConstants.MSG_ID_HDR, prefix + index));
    return headers;
  }

  private byte[] enveloped(byte[] record) {
    if (before.length == 0) {
      return record;
    }
    byte[] message = new byte[before.length + record.length + after.length];
    System.arraycopy(before, 0, message, 0, before.length);
    System.arraycopy(record, 0, message, before.length, record.length);
    System.arraycopy(after, 0, message, message.length - after.length, after.length);
    return message;
  }

  @Override
  public void stored(long index) {
    stored.incrementAndGet();
  }

  @Override
  public void notStored(long index) {
    missing.incrementAndGet();
    firstMissing.accumulateAndGet(index, Math::min);
  }

  /** How many the stream has. */
  long stored() {
    return stored.get();
  }

  /** How many were published and were not confirmed. */
  long missing() {
    return missing.get();
  }

  /** The first record that the stream may not have; all before it are stored. */
  long firstMissing() {
    return Math.min(firstMissing.get(), splitter.count());
  }

  Destination destination() {
    return destination;
  }
}

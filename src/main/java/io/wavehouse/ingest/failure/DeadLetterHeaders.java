package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.clickhouse.PrintableLine;
import io.wavehouse.ingest.deadletter.EncodedName;
import io.wavehouse.ingest.deadletter.ParkedHeaders;
import io.wavehouse.ingest.jetstream.Delivery;
import io.wavehouse.ingest.jetstream.MessageId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The headers of a parked row. NATS headers are printable ASCII, and a message over the server's
 * max_payload breaks the connection: so what does not fit is left out, the error message first.
 */
final class DeadLetterHeaders {
  private static final int MAX_MESSAGE = 4_096;

  /** {@code NATS/1.0}, its line end, and the empty line at the end. */
  private static final int FRAME = 12;

  /** Colon and line end. */
  private static final int PER_HEADER = 3;

  private final Map<String, String> headers = new LinkedHashMap<>();
  private long room;

  private DeadLetterHeaders(long room) {
    this.room = room - FRAME;
  }

  /**
   * Headers for a row.
   *
   * @param maxPayload bytes that payload and headers may have together
   */
  static Map<String, String> of(JudgedRow judged, Instant parkedAt, long maxPayload) {
    Delivery delivery = judged.row().delivery();
    Verdict verdict = judged.verdict();
    MessageId id = delivery.id();
    DeadLetterHeaders headers = new DeadLetterHeaders(maxPayload - delivery.size());
    headers.add("Nats-Msg-Id", id.stream() + ":" + id.sequence() + ":" + nanos(id.storedAt()));
    headers.add(ParkedHeaders.ERROR_CLASS, verdict.failureClass());
    if (verdict.code() != 0) {
      headers.add(ParkedHeaders.ERROR_CODE, Integer.toString(verdict.code()));
      headers.add(ParkedHeaders.ERROR_NAME, verdict.codeName());
    }
    if (verdict.httpStatus() != 0) {
      headers.add(ParkedHeaders.HTTP_STATUS, Integer.toString(verdict.httpStatus()));
    }
    headers.add(ParkedHeaders.SUBJECT, EncodedName.encode(delivery.subject()));
    headers.add(ParkedHeaders.STREAM, id.stream());
    headers.add(ParkedHeaders.STREAM_SEQUENCE, Long.toString(id.sequence()));
    headers.add(ParkedHeaders.TENANT, EncodedName.encode(judged.target().tenant()));
    headers.add(ParkedHeaders.TABLE, EncodedName.encode(judged.target().table()));
    int replays = ParkedHeaders.replays(delivery.headers());
    if (replays > 0) {
      headers.add(ParkedHeaders.REPLAYS, Integer.toString(replays));
    }
    headers.add(ParkedHeaders.DELIVERED, Long.toString(delivery.delivered()));
    headers.add(ParkedHeaders.PARKED_AT, parkedAt.toString());
    headers.addCut(ParkedHeaders.ERROR_MESSAGE, ascii(verdict.message()));
    return headers.headers;
  }

  private void add(String name, String value) {
    int size = name.length() + value.length() + PER_HEADER;
    if (size <= room) {
      headers.put(name, value);
      room -= size;
    }
  }

  private void addCut(String name, String value) {
    long fits = Math.min(MAX_MESSAGE, room - name.length() - PER_HEADER);
    if (fits > 0) {
      add(name, value.substring(0, (int) Math.min(fits, value.length())));
    }
  }

  /** As JetStream counts: nanoseconds since 1970. */
  private static long nanos(Instant time) {
    return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
  }

  /** Text for people: what is not ASCII becomes a question mark. */
  private static String ascii(String text) {
    return PrintableLine.of(text, MAX_MESSAGE)
        .codePoints()
        .map(character -> character < 127 ? character : '?')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}

package io.wavehouse.ingest.deadletter;

import io.nats.client.Message;
import io.nats.client.api.MessageInfo;
import io.nats.client.impl.Headers;
import io.wavehouse.ingest.batch.Target;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A parked row without its payload. What its headers do not say, since there was no room or
 * somebody else wrote them, is empty.
 *
 * @param sequence in the dead-letter stream
 * @param parkedAt when the stream stored it
 * @param subject {@code dlq.<tenant>.<table>}
 * @param headers as they are; of one given several times, the first
 * @param bytes of the payload
 */
public record DeadLetter(
    long sequence, Instant parkedAt, String subject, Map<String, String> headers, long bytes) {
  /** What a consumer of headers alone is told of the payload. */
  private static final String SIZE = "Nats-Msg-Size";

  public DeadLetter {
    headers = new LinkedHashMap<>(headers);
  }

  /** Of a message that came without its payload. */
  static DeadLetter of(Message message) {
    Map<String, String> headers = headers(message.getHeaders());
    String size = Optional.ofNullable(headers.remove(SIZE)).orElse("0");
    return new DeadLetter(
        message.metaData().streamSequence(),
        message.metaData().timestamp().toInstant(),
        message.getSubject(),
        headers,
        Long.parseLong(size));
  }

  /** Of a message as it is stored. */
  static DeadLetter of(MessageInfo stored) {
    return new DeadLetter(
        stored.getSeq(),
        stored.getTime().toInstant(),
        stored.getSubject(),
        headers(stored.getHeaders()),
        stored.getData() == null ? 0 : stored.getData().length);
  }

  private static Map<String, String> headers(Headers stored) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (stored != null) {
      stored.forEach((name, values) -> headers.put(name, values.get(0)));
    }
    return headers;
  }

  public String tenant() {
    return name(ParkedHeaders.TENANT).orElseGet(() -> Target.of(subject).tenant());
  }

  public String table() {
    return name(ParkedHeaders.TABLE).orElseGet(() -> Target.of(subject).table());
  }

  /** {@code rejected} or {@code poison}. */
  public String failureClass() {
    return text(ParkedHeaders.ERROR_CLASS);
  }

  /** ClickHouse's exception code. */
  public String code() {
    return text(ParkedHeaders.ERROR_CODE);
  }

  public String codeName() {
    return text(ParkedHeaders.ERROR_NAME);
  }

  public String message() {
    return text(ParkedHeaders.ERROR_MESSAGE);
  }

  /** The subject it was published to. */
  public Optional<String> origin() {
    return name(ParkedHeaders.SUBJECT);
  }

  /** How often it was replayed before it was parked again. */
  public int replays() {
    return ParkedHeaders.replays(headers);
  }

  private String text(String header) {
    return headers.getOrDefault(header, "");
  }

  private Optional<String> name(String header) {
    return Optional.ofNullable(headers.get(header)).map(EncodedName::decode);
  }
}

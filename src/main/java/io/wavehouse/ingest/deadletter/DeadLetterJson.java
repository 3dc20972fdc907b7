package io.wavehouse.ingest.deadletter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.nats.client.api.MessageInfo;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Parked rows and outcomes as JSON, one object a line, in ASCII. */
public final class DeadLetterJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private DeadLetterJson() {}

  /** What a list says of a row; what is not known is left out. */
  public static Map<String, Object> row(DeadLetter letter, Instant now) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("sequence", letter.sequence());
    json.put("parkedAt", letter.parkedAt().toString());
    json.put("ageSeconds", Duration.between(letter.parkedAt(), now).toSeconds());
    json.put("tenant", letter.tenant());
    json.put("table", letter.table());
    put(json, "class", letter.failureClass());
    put(json, "code", letter.code());
    put(json, "name", letter.codeName());
    put(json, "message", letter.message());
    put(json, "subject", letter.origin().orElse(""));
    json.put("replays", letter.replays());
    json.put("bytes", letter.bytes());
    return json;
  }

  /** All there is of a row. A payload that is no text comes as {@code payloadBase64}. */
  public static Map<String, Object> whole(MessageInfo stored, Instant now) {
    DeadLetter letter = DeadLetter.of(stored);
    Map<String, Object> json = row(letter, now);
    json.put("headers", letter.headers());
    byte[] payload = payload(stored);
    text(payload)
        .ifPresentOrElse(
            text -> json.put("payload", text),
            () -> json.put("payloadBase64", Base64.getEncoder().encodeToString(payload)));
    return json;
  }

  /**
   * An outcome.
   *
   * @param done the word for what was done, such as {@code replayed}
   */
  public static Map<String, Object> outcome(String done, boolean dryRun, Outcome outcome) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("dryRun", dryRun);
    json.put(done, outcome.done());
    json.put("left", outcome.left());
    json.put("reasons", outcome.reasons());
    outcome.stopped().ifPresent(why -> json.put("stopped", why));
    return json;
  }

  /** One line. */
  public static String line(Map<String, Object> json) {
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] payload(MessageInfo stored) {
    return stored.getData() == null ? new byte[0] : stored.getData();
  }

  /** Empty for bytes that are no UTF-8. */
  static Optional<String> text(byte[] payload) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static void put(Map<String, Object> json, String name, String value) {
    if (!value.isEmpty()) {
      json.put(name, value);
    }
  }
}

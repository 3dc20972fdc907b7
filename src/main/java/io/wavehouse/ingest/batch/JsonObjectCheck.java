package io.wavehouse.ingest.batch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Whether a payload is exactly one complete JSON object.
 *
 * <p><b>Failure semantics.</b> Rows are sent one after another in one INSERT body. Were a payload
 * let through that is half an object, its neighbour could complete it, and two messages would
 * become one row without an error.
 */
public final class JsonObjectCheck {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonObjectCheck() {}

  /** What is wrong with the payload, in one line; empty when it is one JSON object. */
  public static Optional<String> fault(byte[] payload) {
    if (payload.length == 0) {
      return Optional.of("empty payload");
    }
    if ((payload[0] & 0xFF) == 0xEF) {
      return Optional.of("payload starts with a byte order mark");
    }
    if (!isAscii(payload) && !isUtf8(payload)) {
      return Optional.of("payload is no valid UTF-8");
    }
    try (JsonParser parser = JSON.createParser(payload)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.of("payload is no JSON object");
      }
      parser.skipChildren();
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        return Optional.of("payload is an incomplete JSON object");
      }
      return parser.nextToken() == null
          ? Optional.empty()
          : Optional.of("payload has bytes after its JSON object");
    } catch (JsonEOFException e) {
      return Optional.of("payload is an incomplete JSON object");
    } catch (JsonProcessingException e) {
      return Optional.of(
          "payload is no valid JSON: " + e.getOriginalMessage().lines().findFirst().orElse(""));
    } catch (IOException e) {
      return Optional.of("payload cannot be read as JSON: " + e.getMessage());
    }
  }

  /** Most payloads are, and need no decoder. */
  private static boolean isAscii(byte[] payload) {
    for (byte b : payload) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUtf8(byte[] payload) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}

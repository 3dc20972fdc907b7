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

/**
 * How payloads are read as JSON, whatever their format: exactly one complete object in UTF-8.
 *
 * <p><b>Failure semantics.</b> Rows are sent one after another in one INSERT body. Were a payload
 * let through that is half an object, its neighbour could complete it, and two messages would
 * become one row without an error.
 */
final class JsonPayload {
  private static final JsonFactory JSON = new JsonFactory();

  /** By a zero in these, Jackson takes a payload for UTF-16 or UTF-32. */
  private static final int ENCODING_BYTES = 4;

  private JsonPayload() {}

  /** Reads what is in the object; called at its start, returns at its end. */
  @FunctionalInterface
  interface Content {
    void read(JsonParser parser) throws IOException, UnreadablePayloadException;
  }

  /**
   * Reads a payload to its end.
   *
   * @throws UnreadablePayloadException when it is not one complete object, or its content is not
   *     what was looked for
   */
  static void read(byte[] payload, Content content) throws UnreadablePayloadException {
    requireUtf8(payload);
    try (JsonParser parser = JSON.createParser(payload)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new UnreadablePayloadException("payload is no JSON object");
      }
      content.read(parser);
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        throw new UnreadablePayloadException("payload is an incomplete JSON object");
      }
      if (parser.nextToken() != null) {
        throw new UnreadablePayloadException("payload has bytes after its JSON object");
      }
    } catch (JsonEOFException e) {
      throw new UnreadablePayloadException("payload is an incomplete JSON object");
    } catch (JsonProcessingException e) {
      throw new UnreadablePayloadException(
          "payload is no valid JSON: " + e.getOriginalMessage().lines().findFirst().orElse(""));
    } catch (IOException e) {
      throw new UnreadablePayloadException("payload cannot be read as JSON: " + e.getMessage());
    }
  }

  private static void requireUtf8(byte[] payload) throws UnreadablePayloadException {
    if (payload.length == 0) {
      throw new UnreadablePayloadException("empty payload");
    }
    if ((payload[0] & 0xFF) == 0xEF) {
      throw new UnreadablePayloadException("payload starts with a byte order mark");
    }
    if (startsWithZero(payload) || (!isAscii(payload) && !isUtf8(payload))) {
      throw new UnreadablePayloadException("payload is no valid UTF-8");
    }
  }

  private static boolean startsWithZero(byte[] payload) {
    for (int i = 0; i < Math.min(ENCODING_BYTES, payload.length); i++) {
      if (payload[i] == 0) {
        return true;
      }
    }
    return false;
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

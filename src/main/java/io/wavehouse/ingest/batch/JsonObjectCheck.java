package io.wavehouse.ingest.batch;

import com.fasterxml.jackson.core.JsonParser;
import java.util.Optional;

/** Whether a payload of the format {@code row} is one: exactly one complete JSON object. */
public final class JsonObjectCheck {
  private JsonObjectCheck() {}

  /** What is wrong with the payload, in one line; empty when it is one JSON object. */
  public static Optional<String> fault(byte[] payload) {
    try {
      JsonPayload.read(payload, JsonParser::skipChildren);
      return Optional.empty();
    } catch (UnreadablePayloadException e) {
      return Optional.of(e.getMessage());
    }
  }
}

package io.wavehouse.ingest.batch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Where a row goes: {@code ingest.<table>} and {@code ingest.0.<table>} are the default tenant's.
 *
 * @param tenant id, {@value #DEFAULT_TENANT} for the default one
 * @param table decoded name
 */
public record Target(String tenant, String table) {
  public static final String DEFAULT_TENANT = "0";

  /**
   * Reads a subject.
   *
   * @throws IllegalArgumentException with one line, for a subject that addresses no table
   */
  public static Target of(String subject) {
    String[] tokens = subject.split("\\.", -1);
    if (tokens.length < 2 || tokens.length > 3) {
      throw new IllegalArgumentException(
          "subject " + subject + " is neither ingest.<table> nor ingest.<tenant>.<table>");
    }
    String tenant = tokens.length == 3 ? decode(tokens[1], subject) : DEFAULT_TENANT;
    return new Target(tenant, decode(tokens[tokens.length - 1], subject));
  }

  private static String decode(String token, String subject) {
    if (token.isEmpty()) {
      throw new IllegalArgumentException("subject " + subject + " has an empty name");
    }
    byte[] encoded = token.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(encoded.length);
    for (int i = 0; i < encoded.length; i++) {
      if (encoded[i] == '%') {
        int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
        int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw new IllegalArgumentException(
              "subject " + subject + " has a % that two hexadecimal digits do not follow");
        }
        decoded.write(high << 4 | low);
        i += 2;
      } else {
        decoded.write(encoded[i]);
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(decoded.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("subject " + subject + " is no valid UTF-8", e);
    }
  }
}

package io.wavehouse.ingest.batch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Where a row goes: {@code ingest.<table>} and {@code ingest.0.<table>} are the default tenant's.
 *
 * @param tenant id, {@value #DEFAULT_TENANT} for the default one
 * @param table decoded name; of a subject that addresses none, the whole subject
 * @param columns of rows that are arrays, in their order; empty when rows are objects
 * @param fault why there is nowhere to go, in one line; empty when there is
 */
public record Target(String tenant, String table, List<String> columns, String fault) {
  public static final String DEFAULT_TENANT = "0";

  /** Bytes of an encoded name: a subject has to fit the server's control line of 4,096. */
  private static final int MAX_TOKEN = 1_000;

  public Target {
    columns = List.copyOf(columns);
  }

  public Target(String tenant, String table) {
    this(tenant, table, List.of(), "");
  }

  /** Reads a subject; never fails, see {@link #fault()}. */
  public static Target of(String subject) {
    String[] tokens = subject.split("\\.", -1);
    if (tokens.length < 2 || tokens.length > 3) {
      return new Target(
          DEFAULT_TENANT,
          subject,
          List.of(),
          "subject " + subject + " is neither ingest.<table> nor ingest.<tenant>.<table>");
    }
    try {
      String tenant = tokens.length == 3 ? decode(tokens[1], subject) : DEFAULT_TENANT;
      return new Target(tenant, decode(tokens[tokens.length - 1], subject));
    } catch (IllegalArgumentException e) {
      return new Target(DEFAULT_TENANT, subject, List.of(), e.getMessage());
    }
  }

  /** Of the same tenant, what an envelope names: who publishes chooses no tenant but by subject. */
  Target of(Envelope envelope) {
    return new Target(tenant, envelope.table(), envelope.columns(), "");
  }

  /** Where rows that cannot be read were meant to go. */
  Target unreadable(String why) {
    return new Target(tenant, table, List.of(), why);
  }

  /**
   * What rows are gathered by. Camel compares it as text, so that no two targets may read the same;
   * each name comes with its length.
   */
  String key() {
    StringBuilder key = new StringBuilder();
    append(key, tenant);
    append(key, table);
    columns.forEach(column -> append(key, column));
    return key.toString();
  }

  private static void append(StringBuilder key, String name) {
    key.append(name.length()).append(' ').append(name);
  }

  /**
   * The subject of its rows under another root, such as {@code dlq.0.a%20b}. A token that is too
   * long is cut.
   */
  public String subject(String root) {
    return root + "." + token(tenant) + "." + token(table);
  }

  /** A name percent-encoded, so that it is one token of a subject. Cut where it is too long. */
  public static String token(String name) {
    StringBuilder token = new StringBuilder(name.length());
    int next = 0;
    while (next < name.length()) {
      int character = name.codePointAt(next);
      next += Character.charCount(character);
      String encoded = encode(character);
      if (token.length() + encoded.length() > MAX_TOKEN) {
        break;
      }
      token.append(encoded);
    }
    return token.toString();
  }

  private static String encode(int character) {
    String text = Character.toString(character);
    if (isPlain(character)) {
      return text;
    }
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      encoded.append(String.format(Locale.ROOT, "%%%02X", b));
    }
    return encoded.toString();
  }

  private static boolean isPlain(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || c == '_'
        || c == '-';
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

package io.wavehouse.ingest.batch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads a payload of the WaveHouse wire format, in either version: {@code table_name} with {@code
 * columns} and {@code row}, or with {@code data}. Keys come in any order, a null counts as absent,
 * and other keys ({@code scope}, {@code received_timestamp}) mean nothing here.
 *
 * <p><b>Failure semantics.</b> Whatever is not unmistakably one row of one table is unreadable: a
 * value must never land in another column than its own.
 */
final class EnvelopeReader {
  private static final String FORMAT = "JSONCompactEachRow";

  /**
   * Chars of the table's name: the statement stands in the URL, at most nine bytes a char, and old
   * servers take a URL of 16 KiB. Whoever publishes must not be able to write one that is refused
   * without a code, since that would be no word about the row and hold up its neighbours.
   */
  private static final int MAX_TABLE = 1_000;

  /** Chars of the columns' names with their quotes; servers that take a row take 1 MiB. */
  private static final int MAX_NAMES = 32 * 1024;

  private static final int PER_NAME = 3;

  private final Set<String> seen = new HashSet<>();
  private String table;
  private String format;
  private List<String> columns;
  private int values;
  private int from;
  private int to;

  private EnvelopeReader() {}

  /**
   * Reads a payload.
   *
   * @throws UnreadablePayloadException saying why it is no envelope
   */
  static Envelope read(byte[] payload) throws UnreadablePayloadException {
    EnvelopeReader reader = new EnvelopeReader();
    JsonPayload.read(payload, reader::readFields);
    return reader.envelope();
  }

  private void readFields(JsonParser parser) throws IOException, UnreadablePayloadException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value != JsonToken.VALUE_NULL) {
        readField(field, parser);
      }
    }
  }

  private void readField(String field, JsonParser parser)
      throws IOException, UnreadablePayloadException {
    switch (field) {
      case "table_name" -> table = name(once(field), parser);
      case "format" -> format = text(once(field), parser);
      case "columns" -> columns = names(once(field), parser);
      case "row" -> readRow(once(field), parser);
      case "data" -> readData(once(field), parser);
      default -> parser.skipChildren();
    }
  }

  private String once(String field) throws UnreadablePayloadException {
    if (!seen.add(field)) {
      throw new UnreadablePayloadException("envelope has two " + field);
    }
    return field;
  }

  private static String text(String field, JsonParser parser)
      throws IOException, UnreadablePayloadException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw new UnreadablePayloadException("envelope's " + field + " must be text");
    }
    return parser.getText();
  }

  /** A name that a statement can hold: there is one, and no half of a surrogate pair in it. */
  private static String name(String field, JsonParser parser)
      throws IOException, UnreadablePayloadException {
    String name = text(field, parser);
    if (name.isEmpty() || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new UnreadablePayloadException("envelope's " + field + " must be a name in Unicode");
    }
    return name;
  }

  private static List<String> names(String field, JsonParser parser)
      throws IOException, UnreadablePayloadException {
    requireStart(JsonToken.START_ARRAY, "a list of names", field, parser);
    List<String> names = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      names.add(name("column", parser));
    }
    return names;
  }

  private void readRow(String field, JsonParser parser)
      throws IOException, UnreadablePayloadException {
    requireStart(JsonToken.START_ARRAY, "a list of values", field, parser);
    from = offset(parser);
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values++;
      parser.skipChildren();
    }
    to = Math.toIntExact(parser.currentLocation().getByteOffset());
  }

  private void readData(String field, JsonParser parser)
      throws IOException, UnreadablePayloadException {
    requireStart(JsonToken.START_OBJECT, "an object", field, parser);
    from = offset(parser);
    parser.skipChildren();
    to = Math.toIntExact(parser.currentLocation().getByteOffset());
  }

  private static int offset(JsonParser parser) {
    return Math.toIntExact(parser.currentTokenLocation().getByteOffset());
  }

  private static void requireStart(JsonToken start, String what, String field, JsonParser parser)
      throws UnreadablePayloadException {
    if (parser.currentToken() != start) {
      throw new UnreadablePayloadException("envelope's " + field + " must be " + what);
    }
  }

  private Envelope envelope() throws UnreadablePayloadException {
    if (table == null) {
      throw new UnreadablePayloadException("envelope has no table_name");
    }
    boolean compact = seen.contains("row");
    if (compact == seen.contains("data")) {
      throw new UnreadablePayloadException(
          compact ? "envelope has both row and data" : "envelope has neither row nor data");
    }
    if (compact) {
      requirePairs();
    } else if (columns != null || format != null) {
      throw new UnreadablePayloadException("envelope has columns or a format beside data");
    }
    List<String> of = compact ? columns : List.of();
    requireShort(of);
    return new Envelope(table, of, from, to);
  }

  private void requirePairs() throws UnreadablePayloadException {
    if (!FORMAT.equals(format)) {
      throw new UnreadablePayloadException("envelope with a row is not of the format " + FORMAT);
    }
    if (columns == null || columns.isEmpty()) {
      throw new UnreadablePayloadException("envelope has a row and no columns");
    }
    if (columns.size() != values) {
      throw new UnreadablePayloadException(
          "envelope has " + columns.size() + " columns and " + values + " values in its row");
    }
    Set<String> names = new HashSet<>();
    for (String column : columns) {
      if (!names.add(column)) {
        throw new UnreadablePayloadException("envelope has the column " + column + " twice");
      }
    }
  }

  private void requireShort(List<String> of) throws UnreadablePayloadException {
    if (table.length() > MAX_TABLE) {
      throw new UnreadablePayloadException(
          "envelope's table_name is longer than " + MAX_TABLE + " characters");
    }
    long chars = 0;
    for (String column : of) {
      chars += (long) column.length() + PER_NAME;
    }
    if (chars > MAX_NAMES) {
      throw new UnreadablePayloadException(
          "envelope's columns take "
              + chars
              + " characters; a statement has room for "
              + MAX_NAMES);
    }
  }
}

package io.wavehouse.ingest.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is an envelope, and which bytes of it are its row. */
class EnvelopeReaderTest {
  private static final String COMPACT =
      """
      {"table_name":"t","scope":"s","received_timestamp":"2026-03-29T12:00:00Z",\
      "format":"JSONCompactEachRow","columns":%s,"row":%s}""";
  private static final String DATA =
      """
      {"table_name":"t","scope":"s","received_timestamp":"2026-03-29T12:00:00Z","data":%s}""";

  private static byte[] utf8(String payload) {
    return payload.getBytes(StandardCharsets.UTF_8);
  }

  private static String line(byte[] payload, Envelope envelope) {
    return new String(
        payload, envelope.from(), envelope.to() - envelope.from(), StandardCharsets.UTF_8);
  }

  private static String lineOf(String payload) throws UnreadablePayloadException {
    return line(utf8(payload), EnvelopeReader.read(utf8(payload)));
  }

  private static String fault(byte[] payload) {
    UnreadablePayloadException unreadable =
        catchThrowableOfType(UnreadablePayloadException.class, () -> EnvelopeReader.read(payload));
    assertThat(unreadable).as(new String(payload, StandardCharsets.UTF_8)).isNotNull();
    assertThat(unreadable.getMessage()).doesNotContain("\n").isNotBlank();
    return unreadable.getMessage();
  }

  private static String fault(String payload) {
    return fault(utf8(payload));
  }

  @Test
  void columnsAndRowPair() throws Exception {
    Envelope envelope = EnvelopeReader.read(utf8(COMPACT.formatted("[\"a\",\"b\"]", "[1,\"x\"]")));
    assertThat(envelope.table()).isEqualTo("t");
    assertThat(envelope.columns()).containsExactly("a", "b");
    assertThat(lineOf(COMPACT.formatted("[\"a\",\"b\"]", "[1,\"x\"]"))).isEqualTo("[1,\"x\"]");
  }

  @Test
  void theOlderVersionIsAnObjectWithoutColumns() throws Exception {
    Envelope envelope = EnvelopeReader.read(utf8(DATA.formatted("{\"a\":1}")));
    assertThat(envelope.table()).isEqualTo("t");
    assertThat(envelope.columns()).isEmpty();
    assertThat(lineOf(DATA.formatted("{\"a\":1}"))).isEqualTo("{\"a\":1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-9223372036854775808",
        "18446744073709551615",
        "123456789012345678901234567890.1234567890123456789012345678901234567890",
        "1e-400",
        "1E+400",
        "-0.0",
        "\"\\u0041 \\ud83d\\ude00 \\/ \\\\ \\\" 😀 ü\"",
        "[ [ ] , { \"a\" : [ 1 , { } ] } ]",
        "null",
        "{\"a\":1,\"a\":2}"
      })
  void aValueKeepsItsExactText(String value) throws Exception {
    String row = "[ " + value + " ,\n\t" + value + "]";
    assertThat(lineOf(COMPACT.formatted("[\"a\",\"b\"]", row))).isEqualTo(row);
    String data = "{ \"ü\" :\r\n" + value + " }";
    assertThat(lineOf(DATA.formatted(data))).isEqualTo(data);
  }

  @Test
  void keysComeInAnyOrderAndBlanksBetweenThem() throws Exception {
    List<String> fields =
        new ArrayList<>(
            List.of(
                "\"table_name\": \"ü😀\"",
                "\"scope\" :{\"row\":[1],\"data\":{}}",
                "\"received_timestamp\":\"ü\"",
                "\"format\":\"JSONCompactEachRow\"",
                "\"columns\": [ \"a\" , \"ü\" ]",
                "\"row\" :\n[\"ü\", {\"table_name\":\"x\"} ]",
                "\"what\":[[\"else\"]]"));
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      Collections.shuffle(fields, random);
      byte[] payload = utf8(" {" + String.join(" ,\n ", fields) + "\t} ");
      Envelope envelope = EnvelopeReader.read(payload);
      assertThat(envelope.table()).isEqualTo("ü😀");
      assertThat(envelope.columns()).containsExactly("a", "ü");
      assertThat(line(payload, envelope)).isEqualTo("[\"ü\", {\"table_name\":\"x\"} ]");
    }
  }

  @Test
  void escapesInNamesAreTheCharactersTheyStandFor() throws Exception {
    String payload =
        """
        {"t\\u0061ble_name":"a\\"\\\\\\u0060\\ud83d\\ude00","format":"JSONCompactEachRow",\
        "columns":["\\u00fc","a,b","`","\\n"],"row":[1,2,3,4]}""";
    Envelope envelope = EnvelopeReader.read(utf8(payload));
    assertThat(envelope.table()).isEqualTo("a\"\\`😀");
    assertThat(envelope.columns()).containsExactly("ü", "a,b", "`", "\n");
  }

  @Test
  void aNullCountsAsAbsentAsOneStructForBothVersionsWritesIt() throws Exception {
    assertThat(
            lineOf(
                """
                {"table_name":"t","scope":null,"format":null,"columns":null,"row":null,\
                "data":{"a":1}}"""))
        .isEqualTo("{\"a\":1}");
    assertThat(
            lineOf(
                """
                {"table_name":"t","format":"JSONCompactEachRow","columns":["a"],"row":[null],\
                "data":null}"""))
        .isEqualTo("[null]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[\"a\",\"b\"] | [1]       | envelope has 2 columns and 1 values in its row",
        "[\"a\"]       | [1,2]     | envelope has 1 columns and 2 values in its row",
        "[\"a\"]       | []        | envelope has 1 columns and 0 values in its row",
        "[]            | []        | envelope has a row and no columns",
        "null          | [1]       | envelope has a row and no columns",
        "[\"a\",\"a\"] | [1,2]     | envelope has the column a twice",
        "[\"a\",1]     | [1,2]     | envelope's column must be text",
        "[\"a\",null]  | [1,2]     | envelope's column must be text",
        "[[\"a\"]]     | [1]       | envelope's column must be text",
        "[\"\"]        | [1]       | envelope's column must be a name",
        "[\"\\ud800\"] | [1]       | envelope's column must be a name",
        "\"a\"         | [1]       | envelope's columns must be a list of names",
        "{\"a\":1}     | [1]       | envelope's columns must be a list of names",
        "[\"a\"]       | {\"a\":1} | envelope's row must be a list of values",
        "[\"a\"]       | 1         | envelope's row must be a list of values",
        "[\"a\"]       | null      | envelope has neither row nor data",
        "[\"a\"]       | [NaN]     | payload is no valid JSON",
        "[\"a\"]       | [01]      | payload is no valid JSON",
        "[\"a\"]       | [1,]      | payload is no valid JSON",
        "[\"a\"]       | [\"\\x\"] | payload is no valid JSON",
      })
  void whatDoesNotPairIsUnreadable(String columns, String row, String why) {
    assertThat(fault(COMPACT.formatted(columns, row))).startsWith(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                          | envelope has no table_name",
        "{\"id\":1}                                  | envelope has no table_name",
        "{\"table_name\":null,\"data\":{}}           | envelope has no table_name",
        "{\"table_name\":7,\"data\":{}}              | envelope's table_name must be text",
        "{\"table_name\":\"\",\"data\":{}}           | envelope's table_name must be a name",
        "{\"table_name\":\"\\udc00\",\"data\":{}}    | envelope's table_name must be a name",
        "{\"table_name\":\"t\"}                      | envelope has neither row nor data",
        "{\"table_name\":\"t\",\"data\":null}        | envelope has neither row nor data",
        "{\"table_name\":\"t\",\"data\":[]}          | envelope's data must be an object",
        "{\"table_name\":\"t\",\"data\":\"{}\"}      | envelope's data must be an object",
        "{\"table_name\":\"t\",\"table_name\":\"u\",\"data\":{}} | envelope has two table_name",
        "{\"table_name\":\"t\",\"data\":{},\"data\":{}} | envelope has two data",
        "{\"table_name\":\"t\",\"data\":{},\"row\":[]} | envelope has both row and data",
        "{\"table_name\":\"t\",\"data\":{},\"columns\":[]} | envelope has columns or a format beside",
        "{\"table_name\":\"t\",\"columns\":[\"a\"],\"row\":[1]} | envelope with a row is not of",
        "{\"table_name\":\"t\",\"format\":\"CSV\",\"columns\":[\"a\"],\"row\":[1]} | envelope with a",
        "{\"table_name\":\"t\",\"format\":1,\"data\":{}} | envelope's format must be text",
        "{\"table_name\":\"t\",\"data\":{}} x        | payload is no valid JSON",
        "{\"table_name\":\"t\",\"data\":{}}{}        | payload has bytes after its JSON object",
        "{\"table_name\":\"t\",\"data\":{}           | payload is an incomplete JSON object",
        "{\"table_name\":\"t\",\"data\":{\"a\":      | payload is an incomplete JSON object",
        "{\"table_name\":\"t\",\"columns\":[\"a\"    | payload is an incomplete JSON object",
        "{\"table_name\"                             | payload is an incomplete JSON object",
        "[]                                          | payload is no JSON object",
        "null                                        | payload is no JSON object",
        "\uFEFF{}                                    | payload starts with a byte order mark",
      })
  void whatIsNoEnvelopeIsUnreadable(String payload, String why) {
    assertThat(fault(payload)).startsWith(why);
  }

  @Test
  void nothingIsReadFromAnEmptyPayloadOrAnotherEncoding() {
    assertThat(fault("")).isEqualTo("empty payload");
    byte[] broken = utf8(DATA.formatted("{\"a\":\"?\"}"));
    broken[broken.length - 4] = (byte) 0xC0;
    assertThat(fault(broken)).isEqualTo("payload is no valid UTF-8");
    for (String charset : new String[] {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}) {
      assertThat(fault(DATA.formatted("{}").getBytes(Charset.forName(charset))))
          .as(charset)
          .isEqualTo("payload is no valid UTF-8");
    }
  }

  @Test
  void nestingHasAnEnd() throws Exception {
    String deep = "[".repeat(900) + "]".repeat(900);
    assertThat(lineOf(COMPACT.formatted("[\"a\"]", "[" + deep + "]"))).hasSize(1_802);
    String bottomless = "[".repeat(100_000) + "]".repeat(100_000);
    assertThat(fault(COMPACT.formatted("[\"a\"]", "[" + bottomless + "]")))
        .startsWith("payload is no valid JSON");
    assertThat(fault(COMPACT.replace("\"s\"", "[".repeat(100_000)).formatted("[\"a\"]", "[1]")))
        .startsWith("payload is no valid JSON");
  }

  @Test
  void aMegabyteIsReadWhole() throws Exception {
    String row = "[\"" + "ü".repeat(500_000) + "\"]";
    assertThat(lineOf(COMPACT.formatted("[\"a\"]", row))).isEqualTo(row);
    String many = IntStream.range(0, 2_000).mapToObj(i -> "\"c" + i + "\"").collect(listed());
    String values = IntStream.range(0, 2_000).mapToObj(i -> "\"" + i + "\"").collect(listed());
    assertThat(lineOf(COMPACT.formatted(many, values))).isEqualTo(values);
  }

  @Test
  void namesThatNoStatementHasRoomForAreUnreadable() {
    String many = IntStream.range(0, 9_000).mapToObj(i -> "\"c" + i + "\"").collect(listed());
    String values = IntStream.range(0, 9_000).mapToObj(Integer::toString).collect(listed());
    assertThat(fault(COMPACT.formatted(many, values))).startsWith("envelope's columns take ");
    assertThat(fault(DATA.replace("\"t\"", "\"" + "t".repeat(1_001) + "\"").formatted("{}")))
        .isEqualTo("envelope's table_name is longer than 1000 characters");
  }

  private static Collector<CharSequence, ?, String> listed() {
    return Collectors.joining(",", "[", "]");
  }
}

package io.wavehouse.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In the tables below {@code ~} stands for a line feed, and {@code ^} for a byte order mark. */
class RecordSplitterTest {
  private static final int LONGEST = 1_000_000;

  @ParameterizedTest(name = "[{index}] {0}")
  @CsvSource(
      delimiter = ';',
      value = {
        "{} ; {}",
        "{\"a\":1} ; {\"a\":1}",
        "[] ; ",
        "[ ~ ] ; ",
        "[{\"a\":1}] ; {\"a\":1}",
        "~ [ {\"a\":1} ~ , {\"b\":[2,{}]}] ~ ; {\"a\":1}|{\"b\":[2,{}]}",
        "{\"a\":1}~{\"a\":2} ; {\"a\":1}|{\"a\":2}",
        "{\"a\":1}\r~{\"a\":2}\r~ ; {\"a\":1}|{\"a\":2}",
        "~~{\"a\":1}~ ~\t~{\"a\":2}~~ ; {\"a\":1}|{\"a\":2}",
        "{~  \"a\": {~    \"b\": 1~  }~}~ ; {~  \"a\": {~    \"b\": 1~  }~}",
        "^{\"a\":1} ; {\"a\":1}",
        "^[{\"a\":1}] ; {\"a\":1}",
        "{\"a\":\"}{][\\\"\\\\\"}~{\"b\":\"\\\\\"} ; {\"a\":\"}{][\\\"\\\\\"}|{\"b\":\"\\\\\"}",
        "{\"n\":9223372036854775807,\"d\":1.10,\"e\":1E400} ;"
            + " {\"n\":9223372036854775807,\"d\":1.10,\"e\":1E400}",
        "{\"ä\":\"€𝄞\"}~{\"😀\":\"\\ud83d\"} ; {\"ä\":\"€𝄞\"}|{\"😀\":\"\\ud83d\"}",
        "{\"a\" : 1 , \"a\":2} ; {\"a\" : 1 , \"a\":2}",
      })
  void aRecordIsCutOutByteForByteWhereverTheBodyIsTorn(String body, String records)
      throws Exception {
    List<String> wanted =
        records == null ? List.of() : Arrays.asList(marks(records).split("\\|", -1));
    byte[] bytes = bytes(body);
    for (int size = 1; size <= bytes.length; size++) {
      assertThat(split(new Torn(bytes, size))).as("in pieces of %s bytes", size).isEqualTo(wanted);
    }
  }

  @ParameterizedTest(name = "[{index}] {0}")
  @CsvSource(
      delimiter = ';',
      value = {
        "'' ; 0 ; the body is empty",
        "~ ~ ; 0 ; the body is empty",
        "^ ; 0 ; the body is empty",
        "null ; 0 ; no JSON object",
        "5 ; 0 ; no JSON object",
        "\"a\" ; 0 ; no JSON object",
        "} ; 0 ; no JSON object",
        "{\"a\":1}~null ; 1 ; no JSON object",
        "{\"a\":1}~[{\"a\":2}] ; 1 ; no JSON object",
        "{\"a\":1}{\"a\":2} ; 0 ; bytes after its JSON object on the same line",
        "{\"a\":1} {\"a\":2} ; 0 ; bytes after its JSON object on the same line",
        "{\"a\":1},~{\"a\":2} ; 0 ; bytes after its JSON object on the same line",
        "{\"a\":1}} ; 0 ; bytes after its JSON object on the same line",
        "{\"a\":1 ; 0 ; an incomplete JSON object",
        "{\"a\":\"1} ; 0 ; an incomplete JSON object",
        "{\"a\":1}~{\"a\":2 ; 1 ; an incomplete JSON object",
        "{\"a\":1}~{\"a\":2~{\"a\":3} ; 1 ; Unexpected character ('{'",
        "{\"a\":1}~{\"a\":\"2~\"} ; 1 ; Illegal unquoted character",
        "{\"a\":]} ; 0 ; Unexpected",
        "{a:1} ; 0 ; Unexpected character",
        "{'a':1} ; 0 ; Unexpected character",
        "{\"a\":NaN} ; 0 ; NaN",
        "{\"a\":01} ; 0 ; Leading zeroes",
        "{\"a\":1,} ; 0 ; Unexpected character",
        "{\"a\":1}~^{\"a\":2} ; 1 ; no JSON object",
        "[{\"a\":1} ; 1 ; the array is not closed",
        "[{\"a\":1}, ; 1 ; the array is not closed",
        "[ ; 0 ; the array is not closed",
        "[{\"a\":1},] ; 1 ; no JSON object",
        "[,{\"a\":1}] ; 0 ; no JSON object",
        "[{\"a\":1}{\"a\":2}] ; 1 ; no comma in front of it",
        "[{\"a\":1}~{\"a\":2}] ; 1 ; no comma in front of it",
        "[{\"a\":1},2] ; 1 ; no JSON object",
        "[[{\"a\":1}]] ; 0 ; no JSON object",
        "[{\"a\":1}]] ; 1 ; bytes after the array",
        "[{\"a\":1}]~{\"a\":2} ; 1 ; bytes after the array",
        "[] x ; 0 ; bytes after the array",
      })
  void aBadRecordIsNamedAndThoseBeforeItAreGiven(String body, int record, String fault) {
    byte[] bytes = bytes(body);
    for (int size = 1; size <= Math.max(1, bytes.length); size++) {
      List<String> given = new ArrayList<>();
      RecordSplitter splitter = new RecordSplitter(new Torn(bytes, size));
      assertThatThrownBy(() -> split(splitter, LONGEST, given))
          .as("in pieces of %s bytes", size)
          .isInstanceOf(BadRecordException.class)
          .hasMessageStartingWith("record " + record + ": ")
          .hasMessageContaining(fault);
      assertThat(given).hasSize(record);
    }
  }

  @ParameterizedTest(name = "bytes {0}")
  @ValueSource(strings = {"FF", "C328", "EDA080", "C0AF", "F8888080", "E282"})
  void bytesThatAreNoUtf8AreRefused(String hex) {
    byte[] body =
        ("{\"a\":\"" + "?".repeat(hex.length() / 2) + "\"}").getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < hex.length() / 2; i++) {
      body[6 + i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    assertThatThrownBy(() -> split(new ByteArrayInputStream(body)))
        .hasMessage("record 0: no valid UTF-8");
  }

  @Test
  void aRecordOfTheLongestLengthIsTakenAndOneByteMoreIsNot() throws Exception {
    byte[] body = "{\"a\":1}\n{\"a\":22}".getBytes(StandardCharsets.UTF_8);
    List<String> given = new ArrayList<>();
    assertThatThrownBy(() -> split(new RecordSplitter(new ByteArrayInputStream(body)), 7, given))
        .isInstanceOfSatisfying(
            BadRecordException.class,
            bad -> {
              assertThat(bad.status()).isEqualTo(413);
              assertThat(bad.record()).isEqualTo(1);
            });
    assertThat(given).containsExactly("{\"a\":1}");
  }

  @Test
  void deepNestingIsRefusedWithoutAStackOverflow() {
    String deep = "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000);
    assertThatThrownBy(() -> split(new ByteArrayInputStream(bytes(deep))))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("nesting depth");
  }

  @Test
  void whatIsOneRecordAndWhatIsTornAreIndependent() throws Exception {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      List<String> records = new ArrayList<>();
      for (int i = random.nextInt(1, 50); i > 0; i--) {
        records.add("{\"k\":\"" + "\\\"{[é".repeat(random.nextInt(60)) + "\",\"n\":[" + i + "]}");
      }
      String body = random.nextBoolean() ? String.join("\n", records) : records.toString();
      assertThat(split(new Torn(bytes(body), random.nextInt(1, 9)))).isEqualTo(records);
    }
  }

  private static List<String> split(InputStream body) throws Exception {
    List<String> records = new ArrayList<>();
    split(new RecordSplitter(body), LONGEST, records);
    return records;
  }

  private static void split(RecordSplitter splitter, int longest, List<String> records)
      throws Exception {
    for (byte[] next = splitter.next(longest); next != null; next = splitter.next(longest)) {
      records.add(new String(next, StandardCharsets.UTF_8));
    }
  }

  private static String marks(String text) {
    return text.replace('~', '\n').replace('^', '\uFEFF');
  }

  private static byte[] bytes(String text) {
    return marks(text).getBytes(StandardCharsets.UTF_8);
  }

  /** Comes in small pieces, as from a network. */
  private static final class Torn extends InputStream {
    private final ByteArrayInputStream bytes;
    private final int size;

    Torn(byte[] bytes, int size) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.size = size;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return bytes.read(target, offset, Math.min(length, size));
    }
  }
}

package io.wavehouse.ingest.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies nobody would send on purpose, and some that somebody would. */
class HostileAnswerTest {
  private static final int MEGABYTE = 1 << 20;
  private final Classifier classifier = new Classifier(CodeTable.builtIn());

  static Stream<String> bodies() {
    byte[] noise = new byte[MEGABYTE];
    new Random(7).nextBytes(noise);
    return Stream.of(
        null,
        "",
        "\r\n\t\u0000",
        "x".repeat(MEGABYTE),
        "\n".repeat(MEGABYTE),
        new String(noise, StandardCharsets.ISO_8859_1),
        new String(noise, StandardCharsets.UTF_8),
        "Code: " + "9".repeat(MEGABYTE),
        "Code:" + " ".repeat(MEGABYTE) + "x",
        "__exception__ ".repeat(MEGABYTE / 14),
        "__exception__" + " ".repeat(MEGABYTE),
        "(at row ".repeat(MEGABYTE / 8),
        "Code: 1\r\nX-Injected: 1\u0085\u2028\u2029\u202e\ufeff end",
        "\ud83d\ude00".repeat(5000),
        "\ud83d".repeat(5000));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  @Timeout(5)
  void aBodyWithoutACodeIsUnknownAndItsMessageOneLine(String body) {
    for (int status : new int[] {200, 500}) {
      Failure failure = classifier.classify(status, null, body);
      assertThat(failure.failureClass()).isEqualTo(FailureClass.UNKNOWN);
      assertOneLine(failure.message());
    }
  }

  @ParameterizedTest
  @MethodSource("bodies")
  @Timeout(5)
  void afterACodeAnythingMayFollow(String body) {
    Failure failure = classifier.classify(400, Map.of(), "Code: 27. " + body);
    assertThat(failure.code()).isEqualTo(27);
    assertThat(failure.failureClass()).isEqualTo(FailureClass.REJECTED);
    assertThat(failure.message()).startsWith("Code: 27.");
    assertOneLine(failure.message());
  }

  @ParameterizedTest
  @MethodSource("bodies")
  @Timeout(5)
  void aRefused200KeepsItsBodyAndSaysOneLine(String body) {
    ClickHouseRefusedException refused = new ClickHouseRefusedException(200, Map.of(), body);
    assertThat(refused.body()).isEqualTo(body == null ? "" : body);
    assertOneLine(refused.getMessage());
  }

  @Test
  void lineEndsAndControlCharactersBecomeOneSpace() {
    assertThat(classifier.classify(500, Map.of(), " a\r\n\r\nb\u0000\t c\u2028d \n").message())
        .isEqualTo("a b c d");
  }

  @Test
  void emojiAreKeptAndNeverCutInHalf() {
    String emoji = "\ud83d\ude00";
    assertThat(PrintableLine.of("x" + emoji, 2)).isEqualTo("x");
    assertThat(PrintableLine.of("x" + emoji, 3)).isEqualTo("x" + emoji);
    assertThat(PrintableLine.of("x " + emoji, 3)).isEqualTo("x");
    assertThat(PrintableLine.of("x\ud83dy", 9)).isEqualTo("x y");
  }

  @Test
  void anAnswerWithoutABodyStillSaysSomething() {
    assertThat(classifier.classify(503, Map.of(), "").message())
        .isEqualTo("HTTP 503 without a readable body");
    assertThat(
            classifier.classify(400, Map.of("X-ClickHouse-Exception-Code", "60"), null).message())
        .isEqualTo("code 60 UNKNOWN_TABLE");
  }

  private static void assertOneLine(String message) {
    assertThat(message).isNotEmpty();
    assertThat(message.length()).isLessThanOrEqualTo(4096);
    assertThat(message.codePoints())
        .noneMatch(Character::isISOControl)
        .noneMatch(character -> Character.getType(character) == Character.SURROGATE);
  }
}

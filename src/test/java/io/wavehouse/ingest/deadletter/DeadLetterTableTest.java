package io.wavehouse.ingest.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is printed fits a terminal and does nothing to it. */
class DeadLetterTableTest {
  private static final Instant NOW = Instant.parse("2026-03-29T12:00:00Z");
  private final DeadLetterTable table = new DeadLetterTable(NOW);

  private static DeadLetter letter(long sequence, String subject, Map<String, String> headers) {
    return new DeadLetter(sequence, NOW.minus(Duration.ofMinutes(3)), subject, headers, 2);
  }

  @Test
  void aRowIsALineUnderItsColumns() {
    DeadLetter letter =
        letter(
            12,
            "dlq.0.trips",
            Map.of(
                "Wavehouse-Error-Class", "rejected",
                "Wavehouse-Error-Code", "117",
                "Wavehouse-Error-Name", "INCORRECT_DATA",
                "Wavehouse-Error-Message", "Unknown field found while parsing"));
    assertThat(table.head())
        .isEqualTo("     SEQ  AGE TENANT TABLE          CLASS    CODE NAME           MESSAGE");
    assertThat(table.row(letter))
        .isEqualTo(
            "      12   3m 0      trips          rejected  117 INCORRECT_DATA Unknown field ~");
  }

  @Test
  void whatIsNotKnownIsADash() {
    assertThat(table.row(letter(1, "dlq.0.t", Map.of())))
        .isEqualTo("       1   3m 0      t              -           - -");
  }

  @Test
  void noRowIsWiderThan80Columns() {
    String row =
        table.row(
            letter(
                123_456_789_012L,
                "dlq." + "a".repeat(99) + "." + "b".repeat(99),
                Map.of(
                    "Wavehouse-Error-Class", "c".repeat(99),
                    "Wavehouse-Error-Code", "123456789",
                    "Wavehouse-Error-Name", "d".repeat(99),
                    "Wavehouse-Error-Message", "e".repeat(4_096))));
    assertThat(row).hasSize(80).contains("aaaaa~ ", "bbbb~ ", "ddd~ ").endsWith("e~");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u001B[2J", "a\rb", "a\nb", "\u202Eabc", "\u0007", "\u009B1m"})
  void nothingInARowMovesTheCursorOrHidesText(String hostile) {
    String row =
        table.row(
            letter(
                1,
                "dlq.0.t",
                Map.of(
                    "Wavehouse-Table", hostile,
                    "Wavehouse-Error-Class", hostile,
                    "Wavehouse-Error-Code", hostile,
                    "Wavehouse-Error-Name", hostile,
                    "Wavehouse-Error-Message", hostile)));
    assertThat(row).matches("[ -~]+");
    assertThat(SafeText.of(hostile)).matches("[ -~]+").contains("\\u");
    assertThat(table.summary(1)).matches("[ -~]+");
  }

  @Test
  void theSummarySaysHowManyOfWhichClass() {
    assertThat(table.summary(0)).isEqualTo("0 of 0 parked rows");
    for (int i = 0; i < 1_200; i++) {
      table.row(letter(i + 1, "dlq.0.t", Map.of("Wavehouse-Error-Class", "rejected")));
    }
    table.row(letter(1_300, "dlq.0.t", Map.of("Wavehouse-Error-Class", "poison")));
    assertThat(table.summary(5_000))
        .isEqualTo("1,201 of 5,000 parked rows: 1 poison, 1,200 rejected");
  }

  @ParameterizedTest
  @CsvSource({"PT-5S,0s", "PT59.9S,59s", "PT60S,1m", "PT59M59S,59m", "PT23H,23h", "PT400H,16d"})
  void anAgeIsInItsLargestUnit(Duration age, String said) {
    assertThat(DeadLetterTable.age(age)).isEqualTo(said);
  }

  @Test
  void theProgressBarIsOneLineThatIsTakenAwayInTheEnd() {
    long[] now = {0};
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    ProgressBar bar =
        new ProgressBar(
            "replayed", new PrintStream(screen, true, StandardCharsets.UTF_8), () -> now[0]);
    bar.at(0.1, 1);
    bar.at(0.2, 2);
    now[0] = Duration.ofSeconds(1).toNanos();
    bar.at(0.5, 1_234_567);
    bar.clear();
    String[] lines = screen.toString(StandardCharsets.UTF_8).substring(1).split("\r", -1);
    assertThat(lines)
        .containsExactly(
            "[###...........................]  10%  1 replayed",
            "[###############...............]  50%  1,234,567 replayed",
            " ".repeat("[###############...............]  50%  1,234,567 replayed".length()),
            "");
  }
}

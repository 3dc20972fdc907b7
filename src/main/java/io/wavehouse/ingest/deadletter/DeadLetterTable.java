package io.wavehouse.ingest.deadletter;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The list as people read it: a row a line of at most 80 columns, what is too long cut with ~. */
public final class DeadLetterTable {
  private static final int WIDTH = 80;
  private static final String COLUMNS = "%8s %4s %-6s %-14s %-8s %4s %-14s %s";

  private final Instant now;
  private final TreeMap<String, Long> classes = new TreeMap<>();
  private long rows;

  /**
   * @param now the moment ages are reckoned from
   */
  public DeadLetterTable(Instant now) {
    this.now = now;
  }

  /** The names of the columns. */
  public String head() {
    return line("SEQ", "AGE", "TENANT", "TABLE", "CLASS", "CODE", "NAME", "MESSAGE");
  }

  /** One row. */
  public String row(DeadLetter letter) {
    rows++;
    classes.merge(orNone(letter.failureClass()), 1L, Long::sum);
    return line(
        Long.toString(letter.sequence()),
        age(Duration.between(letter.parkedAt(), now)),
        EncodedName.encode(letter.tenant()),
        EncodedName.encode(letter.table()),
        orNone(letter.failureClass()),
        orNone(letter.code()),
        orNone(letter.codeName()),
        letter.message());
  }

  /**
   * What the list amounts to.
   *
   * @param all rows that are parked, listed or not
   */
  public String summary(long all) {
    String byClass =
        classes.entrySet().stream()
            .map(entry -> String.format(Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey()))
            .collect(Collectors.joining(", ", ": ", ""));
    return String.format(Locale.ROOT, "%,d of %,d parked rows", rows, all)
        + (rows == 0 ? "" : byClass);
  }

  private static String line(
      String sequence,
      String age,
      String tenant,
      String table,
      String failureClass,
      String code,
      String name,
      String message) {
    String line =
        COLUMNS.formatted(
            sequence,
            age,
            cut(tenant, 6),
            cut(table, 14),
            cut(failureClass, 8),
            cut(code, 4),
            cut(name, 14),
            SafeText.of(message));
    return cut(line, WIDTH).stripTrailing();
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "-" : SafeText.of(text);
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 1) + "~";
  }

  /** In the largest unit there is a whole one of: {@code 59s}, {@code 2h}, {@code 14d}. */
  static String age(Duration age) {
    if (age.toDays() > 0) {
      return age.toDays() + "d";
    }
    if (age.toHours() > 0) {
      return age.toHours() + "h";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + "m" : Math.max(0, age.toSeconds()) + "s";
  }
}

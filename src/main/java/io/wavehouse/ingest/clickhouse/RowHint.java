package io.wavehouse.ingest.clickhouse;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The row an error text blames, counted from 1. A hint only: servers count per parsed chunk, and
 * the text quotes data. A parser appends its hint after what it quotes, so the last one counts; a
 * constraint names its row before the values, so the first one counts.
 */
final class RowHint {
  private static final Pattern AT_ROW = Pattern.compile("\\(at row (\\d++)\\)");
  private static final Pattern VIOLATED = Pattern.compile("violated at row (\\d++)");

  private RowHint() {}

  static OptionalInt in(String text) {
    String row = "";
    Matcher violated = VIOLATED.matcher(text);
    if (violated.find()) {
      row = violated.group(1);
    } else {
      Matcher atRow = AT_ROW.matcher(text);
      while (atRow.find()) {
        row = atRow.group(1);
      }
    }
    int number = ExceptionCode.positive(row);
    return number > 0 ? OptionalInt.of(number) : OptionalInt.empty();
  }
}

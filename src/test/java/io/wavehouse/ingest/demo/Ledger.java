package io.wavehouse.ingest.demo;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * The account at the end of the demo. It balances when what landed and what was parked is what was
 * published, event by event. Duplicates are shown and are no fault: delivery is at least once.
 */
record Ledger(List<LedgerLine> lines) {
  boolean balances() {
    return faults().isEmpty();
  }

  List<String> faults() {
    return lines.stream().flatMap(line -> line.faults().stream()).toList();
  }

  /** At most 80 columns wide. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(row("table", "published", "landed", "parked", "lost", "duplicates"));
    for (LedgerLine line : lines) {
      text.append(
          row(
              line.table(),
              number(line.published()),
              number(line.landed().distinct()),
              number(line.parked().size()),
              number(line.lost()),
              number(line.duplicates())));
    }
    return text.append(
            row(
                "all",
                total(LedgerLine::published),
                total(line -> line.landed().distinct()),
                total(line -> line.parked().size()),
                total(LedgerLine::lost),
                total(LedgerLine::duplicates)))
        .toString();
  }

  private String total(ToLongFunction<LedgerLine> column) {
    return number(lines.stream().mapToLong(column).sum());
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String row(String table, String... columns) {
    return table + " ".repeat(Math.max(1, 24 - width(table))) + right(columns) + "\n";
  }

  private static String right(String... columns) {
    StringBuilder cells = new StringBuilder();
    for (String column : columns) {
      cells.append(" ".repeat(Math.max(1, 11 - column.length()))).append(column);
    }
    return cells.toString();
  }

  /** On a terminal, where ideographs take two columns. */
  private static int width(String text) {
    return text.codePoints().map(c -> Character.isIdeographic(c) ? 2 : 1).sum();
  }
}

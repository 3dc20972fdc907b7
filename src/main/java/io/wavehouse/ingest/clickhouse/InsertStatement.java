package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.batch.Target;
import java.util.stream.Collectors;

/** The text of an INSERT. */
public final class InsertStatement {
  private InsertStatement() {}

  /** For rows that are objects, or of a target with columns: for arrays. */
  public static String of(String database, Target target) {
    String into = "INSERT INTO " + quote(database) + "." + quote(target.table());
    return target.columns().isEmpty()
        ? into + " FORMAT JSONEachRow"
        : into + columns(target) + " FORMAT JSONCompactEachRow";
  }

  private static String columns(Target target) {
    return target.columns().stream()
        .map(InsertStatement::quote)
        .collect(Collectors.joining(",", " (", ")"));
  }

  /** In backticks, with backslash and backtick escaped, as ClickHouse reads identifiers. */
  static String quote(String name) {
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
  }
}

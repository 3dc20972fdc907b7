package io.wavehouse.ingest.clickhouse;

/** The text of an INSERT. */
public final class InsertStatement {
  private InsertStatement() {}

  /** Names are real names; they are quoted here. */
  public static String of(String database, String table) {
    return "INSERT INTO " + quote(database) + "." + quote(table) + " FORMAT JSONEachRow";
  }

  /** In backticks, with backslash and backtick escaped, as ClickHouse reads identifiers. */
  static String quote(String name) {
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
  }
}

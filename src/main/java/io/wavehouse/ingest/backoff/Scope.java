package io.wavehouse.ingest.backoff;

import io.wavehouse.ingest.clickhouse.PrintableLine;

/**
 * What one backoff covers: a whole destination or one table of it.
 *
 * @param kind of the destination
 * @param name of the pool (user, URL and database, never a password) or of the dead-letter stream
 * @param table the one table, or empty for all of them
 */
public record Scope(Kind kind, String name, String table) {
  private static final int MAX_NAME = 200;

  /** What takes the rows. */
  public enum Kind {
    POOL,
    DEAD_LETTERS
  }

  /** All tables of a pool, such as {@code default@http://127.0.0.1:8123/default}. */
  public static Scope pool(String name) {
    return new Scope(Kind.POOL, name, "");
  }

  /** The dead-letter stream. */
  public static Scope deadLetters(String stream) {
    return new Scope(Kind.DEAD_LETTERS, stream, "");
  }

  /** One table of this destination. */
  public Scope ofTable(String one) {
    return new Scope(kind, name, one);
  }

  /** Whether it is one table's. */
  public boolean oneTable() {
    return !table.isEmpty();
  }

  /** As a log line says it. */
  @Override
  public String toString() {
    String destination = (kind == Kind.POOL ? "ClickHouse " : "dead-letter stream ") + name;
    return oneTable()
        ? "table " + PrintableLine.of(table, MAX_NAME) + " of " + destination
        : destination;
  }
}

package io.wavehouse.ingest.backoff;

/**
 * What one backoff covers.
 *
 * @param kind what it is
 * @param name of the pool (user, URL and database, never a password) or of the dead-letter stream
 * @param table the one table of the pool, or empty
 */
public record Scope(Kind kind, String name, String table) {

  /** What a scope is. */
  public enum Kind {
    POOL,
    TABLE,
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

  /** One table of this scope. */
  Scope ofTable(String one) {
    return new Scope(Kind.TABLE, name, one);
  }

  /** As a log line says it. */
  @Override
  public String toString() {
    return switch (kind) {
      case POOL -> "ClickHouse " + name;
      case TABLE -> "table " + table + " of ClickHouse " + name;
      case DEAD_LETTERS -> "dead-letter stream " + name;
    };
  }
}

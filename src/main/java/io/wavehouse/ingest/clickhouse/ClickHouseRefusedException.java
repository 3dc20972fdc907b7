package io.wavehouse.ingest.clickhouse;

/** An answer with a 2xx status that is no success. The message is its first line. */
public final class ClickHouseRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public ClickHouseRefusedException(String message) {
    super(message);
  }
}

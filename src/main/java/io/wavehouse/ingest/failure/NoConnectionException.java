package io.wavehouse.ingest.failure;

/** A tenant has no ClickHouse connection configured, so its rows have nowhere to go. */
public final class NoConnectionException extends Exception {
  private static final long serialVersionUID = 1L;

  NoConnectionException(String tenant) {
    super(
        "tenant "
            + tenant
            + " has no connection; set wavehouse.tenants."
            + tenant
            + ".clickhouse.url",
        null,
        false,
        false);
  }
}

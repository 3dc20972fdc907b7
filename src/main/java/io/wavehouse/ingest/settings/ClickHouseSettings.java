package io.wavehouse.ingest.settings;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * One tenant's connection to ClickHouse.
 *
 * @param url {@code http} or {@code https}, without credentials, query or fragment
 * @param username sent as {@code X-ClickHouse-User}
 * @param password sent as {@code X-ClickHouse-Key}; ask for its value with every request, since a
 *     password file is read again when it changes
 * @param database the tables' database
 * @param requestTimeout how long an answer may take
 * @param connectTimeout how long a connection may take
 * @param compression of the INSERT body
 * @param settings ClickHouse settings sent with each INSERT, in the order of their names
 * @param tls own certificates
 */
public record ClickHouseSettings(
    URI url,
    String username,
    Secret password,
    String database,
    Duration requestTimeout,
    Duration connectTimeout,
    Compression compression,
    Map<String, String> settings,
    TlsSettings tls) {
  public ClickHouseSettings {
    settings = Sorted.copy(settings);
  }

  /** What tenants share when they name the same server, user and database: one pool. */
  public String pool() {
    return username + "@" + url + "/" + database;
  }
}

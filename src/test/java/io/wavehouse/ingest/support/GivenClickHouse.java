package io.wavehouse.ingest.support;

import java.net.URI;

/** The ClickHouse that {@code WAVEHOUSE_CLICKHOUSE_URL} names. */
public final class GivenClickHouse extends GivenServer implements ClickHouseServer {
  static final String VARIABLE = "WAVEHOUSE_CLICKHOUSE_URL";

  private final ClickHouseHttp client;

  public GivenClickHouse(URI url, String user, String password) {
    super(VARIABLE);
    this.client = new ClickHouseHttp(url, user, password);
  }

  @Override
  public URI url() {
    return client.url();
  }

  @Override
  public String user() {
    return client.user();
  }

  @Override
  public String password() {
    return client.password();
  }

  @Override
  public String version() {
    return query("SELECT version()");
  }

  @Override
  public String describe() {
    return "ClickHouse as given by " + VARIABLE + " at " + url();
  }

  /** Fails at once when it does not answer. */
  @Override
  public void start() {
    if (!client.ping()) {
      throw new IllegalStateException(describe() + " does not answer /ping; start it or unset it");
    }
  }

  @Override
  public String query(String sql) {
    return client.query(sql);
  }
}

package io.wavehouse.ingest.support;

import java.net.URI;

/** A real ClickHouse. */
public interface ClickHouseServer extends RealServer {
  /** Of the HTTP interface, without credentials. */
  URI url();

  String user();

  String password();

  String version();

  /**
   * Runs a statement over HTTP as {@link #user()}.
   *
   * @return the answer as TabSeparated, trimmed
   * @throws IllegalStateException with the server's text when it is an error
   */
  String query(String sql);
}

package io.wavehouse.ingest.support;

import java.net.URI;

/** A real ClickHouse for tests and the demo, which can be taken away and brought back. */
public interface ClickHouseServer extends AutoCloseable {
  /** Of the HTTP interface, without credentials. */
  URI url();

  String user();

  String password();

  String version();

  /** Which server this is, in one line. */
  String describe();

  /** Returns when {@code /ping} answers; after a stop or kill with the same port and data. */
  void start();

  /** SIGTERM, and the wait for its end. */
  void stop();

  /** SIGKILL, and the wait for its end. */
  void kill();

  /** Freezes it: connections open, and nothing is answered. */
  void pause();

  void resume();

  /**
   * Runs a statement over HTTP as {@link #user()}.
   *
   * @return the answer as TabSeparated, trimmed
   * @throws IllegalStateException with the server's text when it is an error
   */
  String query(String sql);

  /** Ends it and deletes its data, when they are temporary. */
  @Override
  void close();
}

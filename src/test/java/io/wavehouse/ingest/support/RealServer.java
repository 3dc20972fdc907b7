package io.wavehouse.ingest.support;

/** A real server for tests and the demo, which can be taken away and brought back. */
public interface RealServer extends AutoCloseable {
  /** Which server this is, in one line. */
  String describe();

  /** Returns when it answers; after a stop or kill with the same port and data. */
  void start();

  /** SIGTERM, and the wait for its end. */
  void stop();

  /** SIGKILL, and the wait for its end. */
  void kill();

  /** Freezes it: connections open, and nothing is answered. */
  void pause();

  void resume();

  /** Ends it and deletes its data, when they are temporary. */
  @Override
  void close();
}

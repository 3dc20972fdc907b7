package io.wavehouse.ingest.support;

/** A real NATS server with JetStream for tests and the demo, which can be taken away. */
public interface NatsServer extends AutoCloseable {
  /** {@code nats://host:port}. */
  String url();

  /** Which server this is, in one line. */
  String describe();

  /** Returns when it greets; after a stop or kill with the same port and streams. */
  void start();

  /** SIGTERM, and the wait for its end. */
  void stop();

  /** SIGKILL, and the wait for its end. */
  void kill();

  /** Freezes it: connections open, and nothing is answered. */
  void pause();

  void resume();

  /** Ends it and deletes its streams, when they are temporary. */
  @Override
  void close();
}

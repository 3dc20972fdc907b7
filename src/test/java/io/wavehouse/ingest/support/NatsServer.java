package io.wavehouse.ingest.support;

/** A real NATS server with JetStream. */
public interface NatsServer extends RealServer {
  /** {@code nats://host:port}. */
  String url();
}

package io.wavehouse.ingest.deadletter;

import io.nats.client.JetStreamApiException;
import java.io.IOException;

/** Publishes a row back to its stream. */
@FunctionalInterface
public interface Republisher {
  /** Returns once the row is known to be stored; throws in any other case. */
  void publish(Republication row) throws IOException, JetStreamApiException, InterruptedException;
}

package io.wavehouse.ingest.jetstream;

import java.time.Duration;

/** What a route may say of a JetStream message, in the header {@code CamelNatsManualAck}. */
public interface NatsManualAck {
  /**
   * The message is safe and must not come again.
   *
   * @throws IllegalStateException when nothing confirmed that its row is safe
   */
  void ack();

  /** The message comes again at once. */
  void nak();

  /** The message comes again after the delay. */
  void nakWithDelay(Duration delay);

  /**
   * The message must not come again, although nothing can be done with it.
   *
   * @throws IllegalStateException when nothing confirmed that its copy is safe
   */
  void term();

  /** Work goes on: the ack wait starts anew. */
  void inProgress();
}

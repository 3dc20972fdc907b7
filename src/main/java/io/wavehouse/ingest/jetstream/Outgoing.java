package io.wavehouse.ingest.jetstream;

import io.nats.client.Message;

/**
 * A body of many messages for one {@code nats-jetstream:} producer, made while they are published:
 * as many are in memory as wait for their PubAck.
 */
public interface Outgoing {
  /** The stream that must take all of them. */
  String stream();

  /**
   * The next message, with its subject and headers; not asked for again after a failure.
   *
   * @param maxPayload bytes the server takes, headers included
   * @return null after the last
   * @throws Exception when there is none and will be none; what was published before stays so
   */
  Message next(long maxPayload) throws Exception;

  /**
   * The stream has the message. Once a message, on any thread, in any order.
   *
   * @param index of the message, from 0 in the order of {@link #next}
   */
  void stored(long index);

  /** The stream refused the message, or did not confirm it; see {@link #stored}. */
  void notStored(long index);
}

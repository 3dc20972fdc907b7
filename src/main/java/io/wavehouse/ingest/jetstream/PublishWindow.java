package io.wavehouse.ingest.jetstream;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.Message;
import io.nats.client.api.PublishAck;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Publishes many messages, of which a bounded number and a bounded size wait for their PubAck.
 *
 * <p><b>Failure semantics.</b> Returns once each message was confirmed or failed; what was
 * published before a failure stays. A message that got no answer failed, though the stream may have
 * it. A PubAck that says duplicate counts as stored: whoever gives ids for a stream of work wants
 * exactly that, and there the first copy may be gone because it was worked off. One of another
 * stream than the one that was meant is a failure.
 */
final class PublishWindow {
  /** Of one request; the heap of 256 MiB that we promise to live in holds dozens. */
  private static final int BYTES = 2 << 20;

  private final Connection connection;
  private final Duration timeout;
  private final int leastCost;
  private final int capacity;
  private final Semaphore room;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * @param maxInFlight messages that wait for their PubAck at most
   * @param timeout how long no PubAck may come
   */
  PublishWindow(Connection connection, int maxInFlight, Duration timeout) {
    this.connection = connection;
    this.timeout = timeout;
    this.leastCost = Math.max(1, BYTES / maxInFlight);
    this.capacity = leastCost * maxInFlight;
    this.room = new Semaphore(capacity);
  }

  /** Publishes all of it, in order. */
  void publish(Outgoing outgoing) throws Exception {
    JetStream jetStream = connection.jetStream();
    try {
      for (long index = 0; failure.get() == null; index++) {
        requireConnected();
        Message message = outgoing.next(connection.getMaxPayload());
        if (message == null) {
          break;
        }
        publish(jetStream, outgoing, message, index);
      }
    } catch (Exception e) {
      // A failed publication weighs more: records before the one that ended the reading are
      // missing.
      awaitRoom(capacity);
      throwFailure();
      throw e;
    }
    awaitRoom(capacity);
    throwFailure();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the room it frees carries the outcome on
  private void publish(JetStream jetStream, Outgoing outgoing, Message message, long index)
      throws Exception {
    int cost = Math.max(leastCost, Math.min(capacity, message.getData().length));
    awaitRoom(cost);
    try {
      jetStream
          .publishAsync(message)
          .whenComplete(
              (ack, problem) -> {
                if (problem != null) {
                  fail(problem, outgoing, index);
                } else if (!ack.getStream().equals(outgoing.stream())) {
                  fail(misplaced(ack, outgoing), outgoing, index);
                } else {
                  outgoing.stored(index);
                }
                room.release(cost);
              });
    } catch (RuntimeException e) {
      fail(e, outgoing, index);
      room.release(cost);
    }
  }

  private static IOException misplaced(PublishAck ack, Outgoing outgoing) {
    return new IOException(
        "stream " + ack.getStream() + " takes what is meant for " + outgoing.stream());
  }

  private void fail(Throwable problem, Outgoing outgoing, long index) {
    failure.compareAndSet(null, problem);
    outgoing.notStored(index);
  }

  /** jnats would keep the message for the time when the server is back, and nobody would wait. */
  private void requireConnected() throws IOException {
    if (connection.getStatus() != Connection.Status.CONNECTED) {
      throw new IOException("NATS is away");
    }
  }

  private void awaitRoom(int cost) throws IOException, InterruptedException {
    if (!room.tryAcquire(cost, timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("no PubAck in " + timeout.toSeconds() + " s");
    }
  }

  /** jnats wraps what the server said, once or twice. */
  private void throwFailure() throws Exception {
    Throwable problem = failure.get();
    while (problem != null
        && problem.getCause() != null
        && (problem instanceof CompletionException
            || problem.getClass() == RuntimeException.class)) {
      problem = problem.getCause();
    }
    if (problem instanceof Exception e) {
      throw e;
    } else if (problem != null) {
      throw new IOException(problem);
    }
  }
}

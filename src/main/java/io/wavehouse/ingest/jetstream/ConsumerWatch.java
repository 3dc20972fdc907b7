package io.wavehouse.ingest.jetstream;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.ConsumerInfo;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the server's side of a consumer now and then: how far it is behind, and whether it is
 * there at all. The server says once that a consumer was deleted and is silent from then on; who
 * was away then would wait for ever.
 */
final class ConsumerWatch implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerWatch.class);
  private final JetStreamEndpoint endpoint;
  private final Supplier<Connection> connection;
  private final IntSupplier rowsInHand;
  private final Consumer<String> end;
  private volatile long lag = -1;
  private boolean full;

  /**
   * @param connection null while there is none, and until the consumer was there
   * @param end told why, each time the consumer is found absent
   */
  ConsumerWatch(
      JetStreamEndpoint endpoint,
      Supplier<Connection> connection,
      IntSupplier rowsInHand,
      Consumer<String> end) {
    this.endpoint = endpoint;
    this.connection = connection;
    this.rowsInHand = rowsInHand;
    this.end = end;
  }

  /**
   * Messages not yet acked, -1 when not known. Those handed back with a delay belong to it: in an
   * outage they are all there is.
   */
  long lag() {
    return lag;
  }

  @Override
  public void run() {
    Connection current = connection.get();
    if (current == null || current.getStatus() != Connection.Status.CONNECTED) {
      return;
    }
    String durable = endpoint.getConfiguration().getDurableName();
    try {
      ConsumerInfo info =
          current
              .jetStreamManagement()
              .getConsumerInfo(endpoint.getConfiguration().getJetstreamName(), durable);
      lag = info.getNumPending() + info.getNumAckPending();
      lookAtWindow(info.getNumAckPending(), info.getConsumerConfiguration().getMaxAckPending());
    } catch (JetStreamApiException e) {
      if (Topology.isAbsent(e)) {
        end.accept(e.getErrorDescription() + ": it was deleted");
      } else {
        LOG.debug("consumer {}: {}", durable, e.getMessage());
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("consumer {}: {}", durable, e.getMessage());
    }
  }

  /** Rows that wait out a delay take room, and one table's can take all of it. Told once. */
  private void lookAtWindow(long unacked, long window) {
    boolean delayedFillIt = window > 0 && unacked >= window && rowsInHand.getAsInt() < window / 2;
    if (delayedFillIt && !full) {
      LOG.warn(
          "all {} places of stream {}'s window are taken, {} of them by rows that wait out a delay:"
              + " until some land no other row is delivered, of healthy tables neither. See which"
              + " table or pool backs off, or raise max-ack-pending of consumer {}",
          window,
          endpoint.getConfiguration().getJetstreamName(),
          unacked - rowsInHand.getAsInt(),
          endpoint.getConfiguration().getDurableName());
    }
    full = delayedFillIt || (full && unacked > window / 2);
  }
}

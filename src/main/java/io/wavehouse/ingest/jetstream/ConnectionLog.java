package io.wavehouse.ingest.jetstream;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.support.Status;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What jnats has to say, one line an event. The end of a pull request is everyday, not a line. */
final class ConnectionLog implements ConnectionListener, ErrorListener {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLog.class);
  private final JetStreamEndpoint endpoint;
  private final Runnable pullRefused;
  private final AtomicBoolean connected = new AtomicBoolean();
  private volatile String refusal = "";

  /**
   * @param pullRefused called when the server refuses a pull for another reason than its end
   */
  ConnectionLog(JetStreamEndpoint endpoint, Runnable pullRefused) {
    this.endpoint = endpoint;
    this.pullRefused = pullRefused;
  }

  /** Superseded by the method with the time and the address, which jnats calls. */
  @Override
  @Deprecated
  public void connectionEvent(Connection connection, Events event) {}

  @Override
  public void connectionEvent(Connection connection, Events event, Long time, String uriDetails) {
    switch (event) {
      case DISCONNECTED -> lost();
      case CONNECTED -> connected.set(true);
      case RECONNECTED -> {
        connected.set(true);
        LOG.info("NATS connection is back, at {}", connection.getConnectedUrl());
      }
      default -> LOG.debug("NATS connection: {}", event);
    }
  }

  /** Each failed attempt to connect counts as a disconnection too; only the first is news. */
  private void lost() {
    if (connected.getAndSet(false)) {
      LOG.warn(
          "NATS connection lost; what is in hand is kept and acked when it is back. Check NATS at"
              + " {}",
          endpoint.getConfiguration().getServers());
    }
  }

  @Override
  public void errorOccurred(Connection connection, String error) {
    LOG.warn("NATS says: {}", error);
  }

  @Override
  public void exceptionOccurred(Connection connection, Exception e) {
    LOG.debug("NATS connection: {}", e.toString());
  }

  @Override
  public void slowConsumerDetected(Connection connection, Consumer consumer) {
    LOG.warn("NATS connection: messages arrive faster than they are taken");
  }

  @Override
  public void messageDiscarded(Connection connection, Message message) {
    LOG.warn(
        "NATS connection: an acknowledgement or message to {} did not fit the reconnect buffer; its"
            + " row comes again",
        message.getSubject());
  }

  @Override
  public void pullStatusWarning(
      Connection connection, JetStreamSubscription subscription, Status status) {
    LOG.debug("pull of {}: {}", subscription.getConsumerName(), status);
  }

  /**
   * Such as a deleted consumer: the server says so once and is silent from then on. Whether it is
   * the end is a question to the server, since other refusals pass. Each is told once in a row.
   */
  @Override
  public void pullStatusError(
      Connection connection, JetStreamSubscription subscription, Status status) {
    if (!status.getMessage().equals(refusal)) {
      refusal = status.getMessage();
      LOG.warn(
          "NATS refused a pull of consumer {}: {}; asking again",
          subscription.getConsumerName(),
          status.getMessageWithCode());
    }
    pullRefused.run();
  }
}

package io.wavehouse.ingest.jetstream;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream and the durable consumer of an endpoint.
 *
 * <p><b>Failure semantics.</b> What exists is never changed, and is refused by name where it could
 * lose a row ({@link LossRules}). What is absent is created so that it can not, if the endpoint
 * says so.
 */
final class Topology {
  private static final Logger LOG = LoggerFactory.getLogger(Topology.class);

  // nats-server's server/errors.json
  private static final int CONSUMER_NOT_FOUND = 10014;
  private static final int STREAM_NOT_FOUND = 10059;

  private final JetStreamEndpoint endpoint;
  private final String name;

  Topology(JetStreamEndpoint endpoint) {
    this.endpoint = endpoint;
    this.name = endpoint.getConfiguration().getJetstreamName();
  }

  /**
   * Finds or creates both.
   *
   * @return the consumer as it is
   * @throws IllegalStateException when one of them could lose rows, in one line that names it
   */
  ConsumerConfiguration settle(Connection connection) throws IOException, JetStreamApiException {
    JetStreamManagement management = connection.jetStreamManagement();
    StreamConfiguration stream = stream(management, retention()).getConfiguration();
    refuse(LossRules.of(stream));
    LossRules.warning(stream).ifPresent(LOG::warn);
    LossRules.warning(stream, connection.getServerInfo()).ifPresent(LOG::warn);
    ConsumerConfiguration consumer = consumer(management).getConsumerConfiguration();
    refuse(LossRules.of(consumer));
    return consumer;
  }

  /**
   * Finds or creates the stream alone, to publish to; what is published stays until it is deleted.
   *
   * @throws IllegalStateException when it could lose messages, in one line that names it
   */
  void settleStream(Connection connection) throws IOException, JetStreamApiException {
    StreamConfiguration stream =
        stream(connection.jetStreamManagement(), RetentionPolicy.Limits).getConfiguration();
    refuse(LossRules.of(stream));
    LossRules.warning(stream, connection.getServerInfo()).ifPresent(LOG::warn);
  }

  private RetentionPolicy retention() {
    return endpoint.getRetention().equals("limits")
        ? RetentionPolicy.Limits
        : RetentionPolicy.WorkQueue;
  }

  private StreamInfo stream(JetStreamManagement management, RetentionPolicy retention)
      throws IOException, JetStreamApiException {
    try {
      return management.getStreamInfo(name);
    } catch (JetStreamApiException e) {
      requireAbsent(e, STREAM_NOT_FOUND, "stream " + name);
      return management.addStream(
          StreamConfiguration.builder()
              .name(name)
              .subjects(endpoint.getConfiguration().getTopic().split(","))
              .storageType(StorageType.File)
              .retentionPolicy(retention)
              .discardPolicy(DiscardPolicy.New)
              .maxBytes(endpoint.getMaxStreamBytes())
              .build());
    }
  }

  private ConsumerInfo consumer(JetStreamManagement management)
      throws IOException, JetStreamApiException {
    String durable = endpoint.getConfiguration().getDurableName();
    try {
      return management.getConsumerInfo(name, durable);
    } catch (JetStreamApiException e) {
      requireAbsent(e, CONSUMER_NOT_FOUND, "consumer " + durable + " of stream " + name);
      return management.addOrUpdateConsumer(
          name,
          ConsumerConfiguration.builder()
              .durable(durable)
              .ackPolicy(AckPolicy.Explicit)
              .deliverPolicy(DeliverPolicy.All)
              .ackWait(endpoint.getAckWait())
              .maxAckPending(endpoint.getMaxAckPending())
              .maxDeliver(-1)
              .build());
    }
  }

  /** Whether the server says that the stream or the consumer does not exist. */
  static boolean isAbsent(JetStreamApiException e) {
    return e.getApiErrorCode() == CONSUMER_NOT_FOUND || e.getApiErrorCode() == STREAM_NOT_FOUND;
  }

  /** Whether the server is to blame, as while it has no leader, and asking again may help. */
  static boolean passes(JetStreamApiException e) {
    return e.getErrorCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
  }

  /** Goes on only when the thing is absent and may be created. */
  private void requireAbsent(JetStreamApiException e, int notFound, String what)
      throws JetStreamApiException, AbsentTopologyException {
    if (e.getApiErrorCode() != notFound) {
      throw e;
    }
    if (endpoint.getTopology().equals("require") || endpoint.getMaxStreamBytes() == 0) {
      throw new AbsentTopologyException(what + " does not exist; create it");
    }
  }

  private static void refuse(List<String> brokenRules) {
    if (!brokenRules.isEmpty()) {
      throw new IllegalStateException(String.join("; ", brokenRules));
    }
  }
}

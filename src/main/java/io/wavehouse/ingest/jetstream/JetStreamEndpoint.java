package io.wavehouse.ingest.jetstream;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.component.nats.NatsComponent;
import org.apache.camel.component.nats.NatsConfiguration;
import org.apache.camel.component.nats.NatsEndpoint;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Send and receive messages of a NATS JetStream stream, acknowledged by hand. */
@UriEndpoint(
    firstVersion = "0.1.0",
    scheme = "nats-jetstream",
    extendsScheme = "nats",
    title = "NATS JetStream",
    syntax = "nats-jetstream:topic",
    category = {Category.MESSAGING},
    headersClass = JetStreamConstants.class)
public class JetStreamEndpoint extends NatsEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger(JetStreamEndpoint.class);

  @UriParam(
      label = "consumer",
      defaultValue = "1000",
      description =
          "Most messages of one subject in an exchange. With 1 the body is the payload itself and"
              + " the acknowledgement travels in the header CamelNatsManualAck.")
  private int chunk = 1000;

  @UriParam(
      label = "consumer",
      defaultValue = "20000",
      description = "Most messages in hand, and how many settled ones are remembered.")
  private int maxAckPending = 20_000;

  @UriParam(
      label = "consumer",
      defaultValue = "67108864",
      description =
          "Payload bytes in hand at which consuming pauses, of all consumers of the component; each"
              + " has an equal share.")
  private long maxBytesInHand = 64L << 20;

  @UriParam(
      label = "consumer",
      defaultValue = "60s",
      javaType = "java.time.Duration",
      description = "How long the server waits for an ack; used when the consumer is created.")
  private Duration ackWait = Duration.ofSeconds(60);

  @UriParam(
      label = "producer",
      defaultValue = "256",
      description = "Most published messages that wait for their PubAck.")
  private int maxInFlight = 256;

  @UriParam(
      label = "common",
      defaultValue = "0",
      description =
          "Size limit in bytes of the stream when it is absent and has to be created (discard"
              + " new; a consumer's with workqueue, a producer's with limits retention); with 0"
              + " an absent stream is an error.")
  private long maxStreamBytes;

  @UriParam(
      label = "common",
      defaultValue = "create",
      enums = "create,require",
      description =
          "Whether an absent stream or consumer is created, or waited for during topologyWait and"
              + " then an error.")
  private String topology = "create";

  @UriParam(
      label = "consumer",
      defaultValue = "workqueue",
      enums = "workqueue,limits",
      description = "Retention of a stream that is created: with limits, acked messages stay.")
  private String retention = "workqueue";

  @UriParam(
      label = "consumer",
      defaultValue = "60s",
      javaType = "java.time.Duration",
      description = "How long a required stream and consumer are waited for.")
  private Duration topologyWait = Duration.ofSeconds(60);

  public JetStreamEndpoint(String uri, NatsComponent component, NatsConfiguration configuration) {
    super(uri, component, configuration);
  }

  @Override
  public Consumer createConsumer(Processor processor) throws Exception {
    JetStreamConsumer consumer = new JetStreamConsumer(this, processor);
    configureConsumer(consumer);
    return consumer;
  }

  /** A new connection whose events are logged. */
  @Override
  public Connection getConnection()
      throws InterruptedException, GeneralSecurityException, IOException {
    return connect(() -> {});
  }

  /**
   * A new connection whose events are logged.
   *
   * @param pullRefused called when the server refuses a pull for another reason than its end
   */
  Connection connect(Runnable pullRefused)
      throws InterruptedException, GeneralSecurityException, IOException {
    NatsConfiguration configuration = getConfiguration();
    ConnectionLog log = new ConnectionLog(this, pullRefused);
    Options.Builder options =
        ReadableDataPort.use(configuration.createOptions())
            .errorListener(log)
            .connectionListener(log);
    if (configuration.getSslContextParameters() != null && configuration.isSecure()) {
      options.sslContext(
          configuration.getSslContextParameters().createSSLContext(getCamelContext()));
    }
    if (configuration.getCredentialsFilePath() != null) {
      options.authHandler(Nats.credentials(configuration.getCredentialsFilePath()));
    }
    ConnectionOptions more =
        getCamelContext().getRegistry().findSingleByType(ConnectionOptions.class);
    if (more != null) {
      more.apply(options);
    }
    return Nats.connect(options.build());
  }

  /** Tells whoever wants to know, or the log, that a consumer will give no more messages. */
  void consumerEnded(String consumer, String why) {
    ConsumerEnd end = getCamelContext().getRegistry().findSingleByType(ConsumerEnd.class);
    if (end == null) {
      LOG.error("consumer {} has ended: {}; restart its route", consumer, why);
    } else {
      end.ended(consumer, why);
    }
  }

  @Override
  public Producer createProducer() {
    return new JetStreamProducer(this);
  }

  public String getRetention() {
    return retention;
  }

  public void setRetention(String retention) {
    this.retention = retention;
  }

  public int getMaxInFlight() {
    return maxInFlight;
  }

  public void setMaxInFlight(int maxInFlight) {
    this.maxInFlight = maxInFlight;
  }

  public int getChunk() {
    return chunk;
  }

  public void setChunk(int chunk) {
    this.chunk = chunk;
  }

  public int getMaxAckPending() {
    return maxAckPending;
  }

  public void setMaxAckPending(int maxAckPending) {
    this.maxAckPending = maxAckPending;
  }

  public long getMaxBytesInHand() {
    return maxBytesInHand;
  }

  public void setMaxBytesInHand(long maxBytesInHand) {
    this.maxBytesInHand = maxBytesInHand;
  }

  public Duration getAckWait() {
    return ackWait;
  }

  public void setAckWait(Duration ackWait) {
    this.ackWait = ackWait;
  }

  public long getMaxStreamBytes() {
    return maxStreamBytes;
  }

  public void setMaxStreamBytes(long maxStreamBytes) {
    this.maxStreamBytes = maxStreamBytes;
  }

  public String getTopology() {
    return topology;
  }

  public void setTopology(String topology) {
    this.topology = topology;
  }

  public Duration getTopologyWait() {
    return topologyWait;
  }

  public void setTopologyWait(Duration topologyWait) {
    this.topologyWait = topologyWait;
  }
}

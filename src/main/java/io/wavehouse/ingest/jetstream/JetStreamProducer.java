package io.wavehouse.ingest.jetstream;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.Message;
import io.nats.client.PublishOptions;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

/**
 * Publishes and goes on only after the stream's PubAck.
 *
 * <p><b>Failure semantics.</b> An exchange that leaves without an exception was stored, or, where
 * the PubAck says so ({@code CamelNatsPubAckDuplicate}), was taken for a copy of one stored before.
 * An exchange that fails may have been stored all the same when only the answer was lost. At most
 * {@code maxInFlight} messages wait for their PubAck; one more waits for its place.
 */
public class JetStreamProducer extends DefaultAsyncProducer {
  private final JetStreamEndpoint endpoint;
  private final Semaphore places;
  private ExecutorService continuations;
  private Connection connection;

  public JetStreamProducer(JetStreamEndpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
    this.places = new Semaphore(endpoint.getMaxInFlight());
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    continuations =
        endpoint
            .getCamelContext()
            .getExecutorServiceManager()
            .newFixedThreadPool(this, "nats-jetstream PubAck", 2);
  }

  @Override
  protected void doStop() throws Exception {
    endpoint.getCamelContext().getExecutorServiceManager().shutdownGraceful(continuations);
    disconnect();
    super.doStop();
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the exchange carries the outcome on
  public boolean process(Exchange exchange, AsyncCallback callback) {
    Duration timeout = Duration.ofMillis(endpoint.getConfiguration().getRequestTimeout());
    boolean placed = false;
    try {
      Message message = message(exchange);
      JetStream jetStream = jetStream();
      placed = places.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (!placed) {
        throw new IOException(
            "no PubAck for " + endpoint.getMaxInFlight() + " messages in " + timeout);
      }
      jetStream
          .publishAsync(message, expectations())
          .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
          .whenCompleteAsync(
              (ack, failure) -> answered(exchange, callback, ack, failure), continuations);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.setException(e);
    } catch (Exception e) {
      if (placed) {
        places.release();
      }
      exchange.setException(e);
    }
    callback.done(true);
    return true;
  }

  private void answered(
      Exchange exchange, AsyncCallback callback, PublishAck ack, Throwable failure) {
    places.release();
    if (failure == null) {
      exchange.getMessage().setHeader(JetStreamConstants.PUB_ACK_STREAM, ack.getStream());
      exchange.getMessage().setHeader(JetStreamConstants.PUB_ACK_SEQUENCE, ack.getSeqno());
      exchange.getMessage().setHeader(JetStreamConstants.PUB_ACK_DUPLICATE, ack.isDuplicate());
    } else {
      exchange.setException(
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure);
    }
    callback.done(false);
  }

  private Message message(Exchange exchange) throws Exception {
    org.apache.camel.Message in = exchange.getMessage();
    String subject =
        in.getHeader(
            JetStreamConstants.NATS_SUBJECT, endpoint.getConfiguration().getTopic(), String.class);
    Headers headers = new Headers();
    in.getHeaders()
        .forEach(
            (name, value) -> {
              if (!endpoint
                  .getHeaderFilterStrategy()
                  .applyFilterToCamelHeaders(name, value, exchange)) {
                headers.put(name, String.valueOf(value));
              }
            });
    return NatsMessage.builder()
        .subject(subject)
        .headers(headers)
        .data(in.getMandatoryBody(byte[].class))
        .build();
  }

  /** A message must land in the stream that was meant, not in one that happens to match. */
  private PublishOptions expectations() {
    PublishOptions.Builder options = PublishOptions.builder();
    if (endpoint.getConfiguration().getJetstreamName() != null) {
      options.expectedStream(endpoint.getConfiguration().getJetstreamName());
    }
    return options.build();
  }

  /**
   * Connected at the first message, so that a NATS that is away does not keep routes from starting.
   */
  private synchronized JetStream jetStream() throws Exception {
    if (connection == null) {
      connection = endpoint.getConnection();
      if (endpoint.getMaxStreamBytes() > 0) {
        new Topology(endpoint).settleStream(connection);
      }
    }
    return connection.jetStream();
  }

  private synchronized void disconnect() throws InterruptedException {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}

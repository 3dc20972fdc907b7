package io.wavehouse.ingest.jetstream;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.PublishOptions;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.nats.client.support.NatsJetStreamConstants;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
 * <p><b>Failure semantics.</b> An exchange that leaves without an exception is stored. A PubAck
 * that says duplicate ({@code CamelNatsPubAckDuplicate}) is no proof of it: the server remembers
 * ids of messages that were deleted since. So the copy is looked for, and where it is gone the
 * message is published without its id. An exchange that fails may have been stored all the same
 * when only the answer was lost. At most {@code maxInFlight} messages wait for their PubAck; one
 * more waits for its place. A body of many messages ({@link Outgoing}) has a window of its own and
 * counts duplicates as stored, see {@link PublishWindow}.
 */
public class JetStreamProducer extends DefaultAsyncProducer {
  // nats-server's server/errors.json
  private static final int NO_MESSAGE_FOUND = 10037;

  private final JetStreamEndpoint endpoint;
  private final Semaphore places;
  private ExecutorService continuations;
  private volatile Connection connection;
  private volatile boolean settled;

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
      if (exchange.getMessage().getBody() instanceof Outgoing outgoing) {
        jetStream();
        new PublishWindow(connection, endpoint.getMaxInFlight(), timeout).publish(outgoing);
        callback.done(true);
        return true;
      }
      Message message = message(exchange);
      JetStream jetStream = jetStream();
      placed = places.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (!placed) {
        throw new IOException(
            "no PubAck for " + endpoint.getMaxInFlight() + " messages in " + timeout);
      }
      jetStream
          .publishAsync(message, expectations(message))
          .thenComposeAsync(ack -> stored(ack, message), continuations)
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
      settled = false;
      exchange.setException(
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure);
    }
    callback.done(false);
  }

  private CompletableFuture<PublishAck> stored(PublishAck ack, Message message) {
    try {
      return ack.isDuplicate() && !isThere(ack, message)
          ? connection.jetStream().publishAsync(withoutId(message), expectations(message))
          : CompletableFuture.completedFuture(ack);
    } catch (IOException | JetStreamApiException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private boolean isThere(PublishAck ack, Message message)
      throws IOException, JetStreamApiException {
    try {
      MessageInfo copy =
          connection.jetStreamManagement().getMessage(ack.getStream(), ack.getSeqno());
      return id(message).equals(copy.getHeaders() == null ? null : id(copy.getHeaders()));
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() == NO_MESSAGE_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private static String id(Message message) {
    return id(message.getHeaders());
  }

  private static String id(Headers headers) {
    return headers.getFirst(NatsJetStreamConstants.MSG_ID_HDR);
  }

  private static Message withoutId(Message message) {
    Headers headers = new Headers(message.getHeaders());
    headers.remove(NatsJetStreamConstants.MSG_ID_HDR);
    return NatsMessage.builder()
        .subject(message.getSubject())
        .headers(headers)
        .data(message.getData())
        .build();
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

  /**
   * A message must land in the stream that was meant, not in one that happens to match. The
   * expectation is a header; a message that leaves no room for it goes without.
   *
   * @throws IllegalArgumentException for a message over the server's max_payload, which would cost
   *     the connection
   */
  private PublishOptions expectations(Message message) {
    String stream = endpoint.getConfiguration().getJetstreamName();
    long max = connection.getMaxPayload();
    int size = message.getData().length + headerBytes(message.getHeaders());
    if (size > max) {
      throw new IllegalArgumentException(
          "message of " + size + " bytes with its headers is over the max_payload of " + max);
    }
    PublishOptions.Builder options = PublishOptions.builder();
    if (stream != null && size + expectationBytes(stream) <= max) {
      options.expectedStream(stream);
    }
    return options.build();
  }

  private static int headerBytes(Headers headers) {
    return headers == null || headers.isEmpty() ? 0 : headers.serializedLength();
  }

  /**
   * What a message grows by when it names its stream, frame of the headers included.
   *
   * @return bytes, all ASCII
   */
  public static int expectationBytes(String stream) {
    Headers headers = new Headers();
    headers.put(NatsJetStreamConstants.EXPECTED_STREAM_HDR, stream);
    return headers.serializedLength();
  }

  /**
   * Connected at the first message, so that a NATS that is away does not keep routes from starting,
   * and again when jnats gave the connection up, as it does when a login is refused twice. The
   * stream is looked for again after a failure, since it may have been deleted.
   */
  private synchronized JetStream jetStream() throws Exception {
    if (connection == null || connection.getStatus() == Connection.Status.CLOSED) {
      connection = endpoint.getConnection();
    }
    if (!settled && endpoint.getMaxStreamBytes() > 0) {
      new Topology(endpoint).settleStream(connection);
      settled = true;
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

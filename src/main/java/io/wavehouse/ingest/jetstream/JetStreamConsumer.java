package io.wavehouse.ingest.jetstream;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.ConsumerConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.DefaultConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pulls from one durable consumer on a thread of its own and gives the route what has arrived, as
 * one exchange a subject.
 *
 * <p><b>Failure semantics.</b> Nothing is acked here that nothing confirmed. A message the route
 * neither kept nor settled is handed back at the end of its exchange, or acked when it is safe,
 * with a WARN that names the route. A shutdown first suspends the consumer, so that pending batches
 * are still inserted; what is in hand when it then stops is handed back. While a message is in hand
 * its ack wait is renewed, so that a slow insert is not repeated. A copy of a safe message is acked
 * again. A connection that jnats gave up is opened anew. Once it has ended for good it asks for
 * nothing more; what is in hand is settled by the stop that follows.
 */
@ManagedResource(description = "JetStream pull consumer")
public class JetStreamConsumer extends DefaultConsumer implements Suspendable {
  private static final Logger LOG = LoggerFactory.getLogger(JetStreamConsumer.class);

  /** Rows asked for ahead: a few milliseconds' worth at full rate. */
  private static final int PREFETCH_ROWS = 2_000;

  private static final Duration SAY_AGAIN = Duration.ofSeconds(30);

  /** How often the server's side is looked at. */
  private static final Duration WATCH = Duration.ofSeconds(10);

  /** How long a look for messages, or for room, lasts before a stop is looked for. */
  private static final Duration LOOK = Duration.ofMillis(200);

  /** What has arrived is taken; what has not is not waited for. */
  private static final Duration ARRIVED = Duration.ofMillis(1);

  private final JetStreamEndpoint endpoint;
  private final InHand inHand;
  private final KeepAlive keepAlive;
  private final ConsumerWatch watch;
  private volatile Connection connection;
  private volatile CreditPull messages;
  private ExecutorService puller;
  private volatile ScheduledExecutorService keeper;
  private List<Future<?>> upkeep = List.of();
  private final AtomicBoolean hasEnded = new AtomicBoolean();
  private volatile boolean pulling;
  private long startedAt;
  private long unreachableSaidAt;

  public JetStreamConsumer(JetStreamEndpoint endpoint, Processor processor) {
    super(endpoint, processor);
    this.endpoint = endpoint;
    this.inHand = new InHand(endpoint.getMaxAckPending());
    this.keepAlive = new KeepAlive(inHand, endpoint.getAckWait());
    this.watch = new ConsumerWatch(endpoint, this::settledConnection, inHand::rows, this::end);
    setHealthCheck(new ConsumerHealth("nats-jetstream:" + durable(), this::state));
  }

  /** What health checks, metrics and JMX show. */
  public ConsumerState state() {
    return new ConsumerState(
        connected().isPresent(),
        pulling && messages != null,
        inHand.rows(),
        inHand.bytes(),
        keepAlive.oldest().toSeconds(),
        keepAlive.isTooOld(),
        watch.lag());
  }

  /** The connection while it is up, to ask the server something. */
  public Optional<Connection> connected() {
    return Optional.ofNullable(connection)
        .filter(current -> current.getStatus() == Connection.Status.CONNECTED);
  }

  @ManagedAttribute(description = "Whether NATS is connected")
  public boolean isConnected() {
    return state().connected();
  }

  @ManagedAttribute(description = "Whether messages are asked for, or would be if there were room")
  public boolean isPulling() {
    return state().pulling();
  }

  @ManagedAttribute(description = "Messages received and not settled")
  public int getRowsInHand() {
    return inHand.rows();
  }

  @ManagedAttribute(description = "Payload bytes received and not settled")
  public long getBytesInHand() {
    return inHand.bytes();
  }

  @ManagedAttribute(description = "Age in seconds of the oldest message in hand")
  public long getOldestRowSeconds() {
    return keepAlive.oldest().toSeconds();
  }

  @ManagedAttribute(description = "Messages not acked yet, -1 when not known")
  public long getLag() {
    return watch.lag();
  }

  public InHand inHand() {
    return inHand;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    startedAt = System.nanoTime();
    hasEnded.set(false);
    component().started();
    try {
      connect();
    } catch (IOException e) {
      unreachable(e);
    }
    startPulling();
    var executors = endpoint.getCamelContext().getExecutorServiceManager();
    keeper = executors.newSingleThreadScheduledExecutor(this, "nats-jetstream keep-alive");
    long renewal = endpoint.getAckWait().toMillis() / 4;
    upkeep =
        List.of(
            keeper.scheduleAtFixedRate(keepAlive, renewal, renewal, TimeUnit.MILLISECONDS),
            keeper.scheduleAtFixedRate(
                watch, WATCH.toMillis(), WATCH.toMillis(), TimeUnit.MILLISECONDS));
  }

  private void connect() throws Exception {
    if (connection == null || isClosed()) {
      connection = endpoint.connect(this::watchNow);
    }
    try {
      ConsumerConfiguration consumer = new Topology(endpoint).settle(connection);
      messages =
          new CreditPull(
              connection
                  .jetStream()
                  .subscribe(
                      null,
                      PullSubscribeOptions.bind(
                          endpoint.getConfiguration().getJetstreamName(), durable())),
              PullLimits.of(consumer)
                  .within(
                      new PullLimits(
                          Math.min(PREFETCH_ROWS, endpoint.getMaxAckPending()),
                          Math.max(bytesInHand() / 8, 2 * connection.getMaxPayload()),
                          CreditPull.REQUEST)));
    } catch (JetStreamApiException e) {
      throw Topology.passes(e) ? new IOException(e.getMessage(), e) : e;
    }
  }

  /** Not by us: jnats gives a connection up when its login is refused twice in a row. */
  private boolean isClosed() {
    return connection.getStatus() == Connection.Status.CLOSED;
  }

  /** Null until stream and consumer were there: before that, being absent is no end. */
  private Connection settledConnection() {
    return messages == null ? null : connection;
  }

  private void watchNow() {
    ScheduledExecutorService running = keeper;
    if (running != null) {
      try {
        running.execute(watch);
      } catch (RejectedExecutionException e) {
        LOG.debug("stopping: nothing to watch");
      }
    }
  }

  /** For good, and told once. */
  private void end(String why) {
    pulling = false;
    if (hasEnded.compareAndSet(false, true)) {
      endpoint.consumerEnded(durable(), why);
    }
  }

  private void unreachable(IOException e) {
    LOG.warn(
        "cannot receive from stream {} yet: {}; trying again. Check NATS at {}",
        endpoint.getConfiguration().getJetstreamName(),
        e.getMessage(),
        endpoint.getConfiguration().getServers());
    unreachableSaidAt = System.nanoTime();
  }

  @Override
  protected void doSuspend() throws Exception {
    stopPulling();
    super.doSuspend();
  }

  @Override
  protected void doResume() throws Exception {
    super.doResume();
    startPulling();
  }

  private void startPulling() {
    pulling = true;
    var executors = endpoint.getCamelContext().getExecutorServiceManager();
    puller = executors.newSingleThreadExecutor(this, "nats-jetstream " + durable());
    puller.execute(this::pull);
  }

  private void stopPulling() throws InterruptedException {
    pulling = false;
    if (puller != null) {
      endpoint.getCamelContext().getExecutorServiceManager().shutdownGraceful(puller);
      puller = null;
      if (messages != null) {
        handBackPrefetched();
      }
    }
  }

  @Override
  protected void doStop() throws Exception {
    stopPulling();
    component().stopped();
    if (keeper != null) {
      upkeep.forEach(task -> task.cancel(false));
      endpoint.getCamelContext().getExecutorServiceManager().shutdownNow(keeper);
    }
    Collection<Delivery> left = inHand.deliveries();
    if (!left.isEmpty()) {
      LOG.warn(
          "stopping with {} rows of stream {} in hand: they go back to the queue and come again."
              + " One whose insert is still out may land twice",
          left.size(),
          endpoint.getConfiguration().getJetstreamName());
      left.forEach(this::handBack);
    }
    if (connection != null) {
      if (connection.getStatus() == Connection.Status.CONNECTED) {
        connection.flush(Duration.ofMillis(endpoint.getConfiguration().getFlushTimeout()));
      }
      connection.close();
    }
    super.doStop();
  }

  /**
   * What the client received and nobody took would otherwise come again only after the ack wait.
   */
  private void handBackPrefetched() throws InterruptedException {
    Message prefetched = messages.arrived(ARRIVED);
    while (prefetched != null || messages.isExpecting()) {
      if (prefetched != null) {
        prefetched.nakWithDelay(CreditPull.REQUEST);
      }
      prefetched = messages.arrived(ARRIVED);
    }
  }

  private long bytesInHand() {
    return component().share(endpoint.getMaxBytesInHand());
  }

  private JetStreamComponent component() {
    return (JetStreamComponent) endpoint.getComponent();
  }

  private String durable() {
    return endpoint.getConfiguration().getDurableName();
  }

  private void pull() {
    while (pulling) {
      try {
        if (messages == null || isClosed()) {
          connectLater();
        } else if (inHand.bytes() < bytesInHand() / 4 * 3) {
          takeArrived();
        } else {
          TimeUnit.MILLISECONDS.sleep(LOOK.toMillis() / 10);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        getExceptionHandler().handleException("receiving from consumer " + durable(), e);
      } catch (Error e) {
        end("its thread died: " + e);
        throw e;
      }
    }
  }

  private void connectLater() throws InterruptedException {
    try {
      connect();
      LOG.info("receiving from stream {}", endpoint.getConfiguration().getJetstreamName());
    } catch (IOException e) {
      if (e instanceof AbsentTopologyException
          && System.nanoTime() - startedAt > endpoint.getTopologyWait().toNanos()) {
        end(e.getMessage());
        return;
      }
      if (System.nanoTime() - unreachableSaidAt > SAY_AGAIN.toNanos()) {
        unreachable(e);
      }
      TimeUnit.MILLISECONDS.sleep(endpoint.getConfiguration().getReconnectTimeWait());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (connection == null || !isClosed()) {
        end(e.getMessage());
      }
    }
  }

  private void takeArrived() throws InterruptedException {
    Map<String, List<Delivery>> bySubject = new LinkedHashMap<>();
    Message message = messages.next(LOOK);
    for (int taken = 1; message != null; taken++) {
      take(message, bySubject);
      message = taken < endpoint.getChunk() ? messages.arrived(ARRIVED) : null;
    }
    bySubject.forEach((subject, deliveries) -> handOver(new Chunk(subject, deliveries)));
  }

  private void take(Message message, Map<String, List<Delivery>> bySubject) {
    Delivery delivery = new Delivery(message, inHand);
    switch (inHand.arrive(delivery)) {
      case NEW ->
          bySubject.computeIfAbsent(delivery.subject(), s -> new ArrayList<>()).add(delivery);
      case SETTLED -> message.ack();
      case IN_HAND -> LOG.debug("message {} came again while in hand", delivery.id().sequence());
    }
  }

  private void handOver(Chunk chunk) {
    Exchange exchange = createExchange(false);
    exchange.getMessage().setHeader(JetStreamConstants.NATS_SUBJECT, chunk.subject());
    if (endpoint.getChunk() == 1) {
      Delivery delivery = chunk.deliveries().get(0);
      exchange.getMessage().setBody(delivery.payload());
      delivery
          .headers()
          .forEach(
              (name, value) -> {
                if (!endpoint
                    .getHeaderFilterStrategy()
                    .applyFilterToExternalHeaders(name, value, exchange)) {
                  exchange.getMessage().setHeader(name, value);
                }
              });
      exchange.getMessage().setHeader(JetStreamConstants.NATS_MANUAL_ACK, delivery);
    } else {
      exchange.getMessage().setBody(chunk);
    }
    getAsyncProcessor().process(exchange, doneSync -> ended(exchange, chunk));
  }

  private void ended(Exchange exchange, Chunk chunk) {
    if (exchange.getException() != null) {
      getExceptionHandler()
          .handleException("routing " + chunk.subject(), exchange, exchange.getException());
    }
    List<Delivery> forgotten =
        chunk.deliveries().stream().filter(d -> !d.isKept() && !d.isSettled()).toList();
    if (!forgotten.isEmpty()) {
      LOG.warn(
          "route {} ended with {} of {} rows of {} neither batched nor settled; what is not safe yet"
              + " goes back to the queue and comes again. Batch, ack, nak or drop each row",
          getRouteId(),
          forgotten.size(),
          chunk.deliveries().size(),
          chunk.subject());
      forgotten.forEach(this::handBack);
    }
    releaseExchange(exchange, false);
  }

  private void handBack(Delivery delivery) {
    try {
      delivery.ackOrHandBack(LOOK.multipliedBy(5));
    } catch (RuntimeException e) {
      LOG.warn(
          "message {} could not be handed back ({}); it comes again after the ack wait",
          delivery.id().sequence(),
          e.getMessage());
    }
  }
}

package io.wavehouse.ingest.jetstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The consumer in a route, against a real server. */
class JetStreamConsumerIT {
  private static final String STREAM = "CONSUMER";
  private static NatsServer server;
  private static Connection connection;

  private final Queue<String> received = new ConcurrentLinkedQueue<>();
  private CamelContext camel;

  @BeforeAll
  static void startServer() throws Exception {
    server = Servers.nats();
    connection = Nats.connect(server.url());
  }

  @AfterAll
  static void stopServer() throws Exception {
    connection.close();
    server.close();
  }

  @BeforeEach
  void emptyStream() throws Exception {
    connection.jetStreamManagement().addStream(stream(DiscardPolicy.New));
  }

  @AfterEach
  void stop() throws Exception {
    if (camel != null) {
      camel.close();
    }
    connection.jetStreamManagement().deleteStream(STREAM);
  }

  @Test
  void everyMessageOfEverySubjectReachesTheRouteOnceAndInOrderAndIsAcked() throws Exception {
    publish("consumer.a", 1_500);
    publish("consumer.b", 700);
    route("chunk=100&durableName=d", exchange -> confirmAll(exchange, received));

    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
    assertThat(received.stream().filter(p -> p.startsWith("consumer.a")))
        .containsExactlyElementsOf(payloads("consumer.a", 1_500));
    assertThat(received.stream().filter(p -> p.startsWith("consumer.b")))
        .containsExactlyElementsOf(payloads("consumer.b", 700));
  }

  @Test
  void withChunkOneTheBodyIsThePayloadAndTheHeaderAcknowledges() throws Exception {
    publish("consumer.a", 3);
    route(
        "chunk=1&durableName=d",
        exchange -> {
          received.add(exchange.getMessage().getBody(String.class));
          Delivery delivery =
              exchange.getMessage().getHeader(JetStreamConstants.NATS_MANUAL_ACK, Delivery.class);
          delivery.confirm();
          delivery.ack();
        });

    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
    assertThat(received).containsExactlyElementsOf(payloads("consumer.a", 3));
  }

  @Test
  void withChunkOneAPublishersHeadersComeInButCannotSteerTheRoute() throws Exception {
    Headers headers = new Headers().put("Trace", "7").put("CamelHttpUri", "http://elsewhere");
    connection.jetStream().publish("consumer.a", headers, new byte[] {'x'});
    Map<String, Object> seen = new ConcurrentHashMap<>();
    route(
        "chunk=1&durableName=d",
        exchange -> {
          seen.putAll(exchange.getMessage().getHeaders());
          exchange.getMessage().getHeader("CamelNatsManualAck", Delivery.class).drop();
        });

    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
    assertThat(seen).containsEntry("Trace", "7").doesNotContainKey("CamelHttpUri");
  }

  @Test
  void rowsThatARouteForgetsComeAgainInsteadOfBeingLost() throws Exception {
    publish("consumer.a", 1);
    route(
        "durableName=d",
        exchange -> {
          Chunk chunk = exchange.getMessage().getBody(Chunk.class);
          received.add(chunk.subject());
          if (received.size() > 1) {
            confirmAll(exchange, new ConcurrentLinkedQueue<>());
          }
        });

    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
    assertThat(received).hasSize(2);
  }

  /** Handed back it would be stored twice, and left alone it would stay in hand for good. */
  @Test
  void aSafeRowThatARouteForgetsToAckIsAckedAndDoesNotComeAgain() throws Exception {
    publish("consumer.a", 1);
    route(
        "durableName=d",
        exchange -> {
          Delivery delivery = exchange.getMessage().getBody(Chunk.class).deliveries().get(0);
          received.add(delivery.subject());
          delivery.confirm();
        });

    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
    assertThat(received).hasSize(1);
    assertThat(((JetStreamConsumer) camel.getRoute("test").getConsumer()).state().rowsInHand())
        .isZero();
  }

  @Test
  void aRouteThatThrowsLosesNothing() throws Exception {
    publish("consumer.a", 1);
    route(
        "durableName=d",
        exchange -> {
          received.add("again");
          if (received.size() == 1) {
            throw new IllegalArgumentException("a route's own fault");
          }
          confirmAll(exchange, new ConcurrentLinkedQueue<>());
        });

    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
    assertThat(received).hasSize(2);
  }

  @Test
  void aRowHeldLongerThanTheAckWaitIsNotDeliveredASecondTime() throws Exception {
    publish("consumer.a", 1);
    Queue<Delivery> held = new ConcurrentLinkedQueue<>();
    route(
        "durableName=d&ackWait=1s",
        exchange -> {
          Delivery delivery = exchange.getMessage().getBody(Chunk.class).deliveries().get(0);
          delivery.keep();
          held.add(delivery);
        });
    Awaitility.await().until(() -> !held.isEmpty());

    Awaitility.await().during(java.time.Duration.ofSeconds(3)).until(() -> redelivered() == 0);
    held.element().confirm();
    held.element().ack();
    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
  }

  @Test
  void rowsInHandGoBackWhenTheConsumerStops() throws Exception {
    publish("consumer.a", 1);
    Queue<Delivery> held = new ConcurrentLinkedQueue<>();
    route(
        "durableName=d",
        exchange -> {
          Delivery delivery = exchange.getMessage().getBody(Chunk.class).deliveries().get(0);
          delivery.keep();
          held.add(delivery);
        });
    Awaitility.await().until(() -> !held.isEmpty());
    camel.close();

    assertThat(stored()).isOne();
    route("durableName=d", exchange -> confirmAll(exchange, received));
    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
  }

  @Test
  void aRequiredConsumerIsNeverCreatedAndItsAbsenceEndsTheConsumerAfterTheWait() throws Exception {
    Queue<String> ended = new ConcurrentLinkedQueue<>();
    ConsumerEnd end = (consumer, why) -> ended.add(why);
    CamelContext context = new DefaultCamelContext();
    context.getRegistry().bind("end", end);
    route(context, "durableName=d&topology=require&topologyWait=100ms", exchange -> {});

    Awaitility.await().until(() -> !ended.isEmpty());
    assertThat(ended.element())
        .isEqualTo("consumer d of stream CONSUMER does not exist; create it");
    assertThat(connection.jetStreamManagement().getConsumerNames(STREAM)).isEmpty();
  }

  @Test
  void aStreamThatCouldLoseRowsIsRefusedByName() throws Exception {
    connection.jetStreamManagement().updateStream(stream(DiscardPolicy.Old));

    assertThatThrownBy(() -> route("durableName=d", exchange -> {}))
        .hasStackTraceContaining("stream CONSUMER has discard old");
  }

  private void route(String options, Processor step) throws Exception {
    route(new DefaultCamelContext(), options, step);
  }

  private void route(CamelContext context, String options, Processor step) throws Exception {
    camel = context;
    camel.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            fromF(
                    "nats-jetstream:consumer.*?servers=%s&jetstreamName=%s&maxStreamBytes=1000000&%s",
                    server.url(), STREAM, options)
                .routeId("test")
                .process(step);
          }
        });
    camel.start();
  }

  private static void confirmAll(Exchange exchange, Queue<String> received) {
    for (Delivery delivery : exchange.getMessage().getBody(Chunk.class).deliveries()) {
      received.add(new String(delivery.payload(), StandardCharsets.UTF_8));
      delivery.confirm();
      delivery.ack();
    }
  }

  private static List<String> payloads(String subject, int count) {
    return IntStream.range(0, count).mapToObj(i -> subject + "#" + i).toList();
  }

  private static void publish(String subject, int count) throws Exception {
    for (String payload : payloads(subject, count)) {
      connection.jetStream().publish(subject, payload.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static long stored() throws IOException, JetStreamApiException {
    return connection.jetStreamManagement().getStreamInfo(STREAM).getStreamState().getMsgCount();
  }

  private static long redelivered() throws IOException, JetStreamApiException {
    return connection.jetStreamManagement().getConsumerInfo(STREAM, "d").getRedelivered();
  }

  private static StreamConfiguration stream(DiscardPolicy discard) {
    return StreamConfiguration.builder()
        .name(STREAM)
        .subjects("consumer.*")
        .retentionPolicy(RetentionPolicy.WorkQueue)
        .discardPolicy(discard)
        .build();
  }
}

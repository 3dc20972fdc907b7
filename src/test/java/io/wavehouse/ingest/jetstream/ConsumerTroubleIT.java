package io.wavehouse.ingest.jetstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.ProcessNats;
import io.wavehouse.ingest.support.ServerPlace;
import io.wavehouse.ingest.support.Wire;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A consumer in a route whose server or connection has trouble. */
class ConsumerTroubleIT {
  private static final String STREAM = "TROUBLED";
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final String USER = "ingest";

  @TempDir private Path data;
  private final int port = FreePort.next();
  private final Queue<Delivery> received = new ConcurrentLinkedQueue<>();
  private final Queue<String> ended = new ConcurrentLinkedQueue<>();
  private ProcessNats server;
  private Wire wire;
  private Connection operator;
  private CamelContext camel;
  private ProducerTemplate producer;

  @BeforeEach
  void startServer() throws Exception {
    server = serverWithPassword("right");
    wire = new Wire(port);
    operator = connected();
  }

  @AfterEach
  void stop() throws Exception {
    camel.close();
    operator.close();
    wire.close();
    server.close();
  }

  @Test
  void aConsumerDeletedWhileTheConnectionIsCutHasEndedAndIsNotReady() throws Exception {
    route("", Delivery::keep);
    Awaitility.await().until(() -> consumer().state().pulling());
    wire.cut();
    operator.jetStreamManagement().deleteConsumer(STREAM, "d");
    wire.mend();

    Awaitility.await().atMost(PATIENCE).until(() -> !ended.isEmpty());
    assertThat(consumer().state().pulling()).isFalse();
  }

  @Test
  void aConsumerDeletedWhileConnectedHasEndedAndThatIsToldOnce() throws Exception {
    route("", Delivery::keep);
    operator.jetStreamManagement().deleteConsumer(STREAM, "d");

    Awaitility.await().atMost(PATIENCE).until(() -> !ended.isEmpty());
    assertThat(consumer().state().pulling()).isFalse();
    Awaitility.await()
        .during(Duration.ofSeconds(12))
        .atMost(PATIENCE)
        .until(() -> ended.size() == 1);
  }

  @Test
  void aConsumerThatWaitsForItsTopologyDoesNotPullYet() throws Exception {
    route("&topology=require", Delivery::keep);

    Awaitility.await().until(() -> consumer().state().connected());
    assertThat(consumer().state().pulling()).isFalse();
  }

  @Test
  void aTopologyThatComesWithinItsWaitIsNoEndHoweverOftenItWasLookedFor() throws Exception {
    route("&topology=require&topologyWait=60s", Delivery::keep);
    Awaitility.await().during(Duration.ofSeconds(12)).atMost(PATIENCE).until(ended::isEmpty);

    operator
        .jetStreamManagement()
        .addStream(
            StreamConfiguration.builder()
                .name(STREAM)
                .subjects("troubled.*")
                .discardPolicy(DiscardPolicy.New)
                .build());
    operator
        .jetStreamManagement()
        .addOrUpdateConsumer(
            STREAM,
            ConsumerConfiguration.builder().durable("d").ackPolicy(AckPolicy.Explicit).build());
    Awaitility.await().atMost(PATIENCE).until(() -> consumer().state().pulling());
  }

  @Test
  void aLoginRefusedForAWhileIsNotTheEnd() throws Exception {
    route("", Delivery::drop);
    operator.close();
    server.stop();
    server = serverWithPassword("wrong");
    Awaitility.await().during(Duration.ofSeconds(12)).atMost(PATIENCE).until(() -> true);
    server.stop();
    server = serverWithPassword("right");
    operator = connected();
    operator.jetStream().publish("troubled.a", "{}".getBytes(StandardCharsets.UTF_8));

    Awaitility.await().atMost(PATIENCE).until(() -> !received.isEmpty());
    assertThat(ended).isEmpty();
  }

  @Test
  void aProducersLoginRefusedForAWhileCostsThatWhileAlone() throws Exception {
    route("", Delivery::drop);
    publish("a");
    Awaitility.await().atMost(PATIENCE).until(() -> received.size() == 1);
    operator.close();
    server.stop();
    server = serverWithPassword("wrong");
    Awaitility.await()
        .during(Duration.ofSeconds(12))
        .atMost(PATIENCE)
        .until(() -> publish("b").getException() != null);
    server.stop();
    server = serverWithPassword("right");
    operator = connected();

    Awaitility.await().atMost(PATIENCE).until(() -> publish("c").getException() == null);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> received.stream().anyMatch(row -> row.subject().equals("troubled.c")));
  }

  @Test
  void anAccountWithoutJetStreamForAWhileIsWaitedFor() throws Exception {
    operator.close();
    server.stop();
    server = serverWithAccount("");
    route("", Delivery::drop);
    Awaitility.await().during(Duration.ofSeconds(5)).atMost(PATIENCE).until(ended::isEmpty);
    server.stop();
    server = serverWithAccount("jetstream: enabled,");
    operator = connected();

    Awaitility.await().atMost(PATIENCE).until(() -> publish("a").getException() == null);
    Awaitility.await().atMost(PATIENCE).until(() -> !received.isEmpty());
  }

  @Test
  void aConsumerThatLimitsItsPullsIsAskedForNoMore() throws Exception {
    operator
        .jetStreamManagement()
        .addStream(
            StreamConfiguration.builder()
                .name(STREAM)
                .subjects("troubled.*")
                .discardPolicy(DiscardPolicy.New)
                .build());
    operator
        .jetStreamManagement()
        .addOrUpdateConsumer(
            STREAM,
            ConsumerConfiguration.builder()
                .durable("d")
                .ackPolicy(AckPolicy.Explicit)
                .maxBatch(2)
                .maxBytes(100_000)
                .maxExpires(Duration.ofMillis(500))
                .build());
    route("", Delivery::drop);
    for (int row = 0; row < 5; row++) {
      publish("a");
    }
    Awaitility.await().atMost(PATIENCE).until(() -> received.size() == 5);
  }

  @Test
  void rowsHandedBackWithADelayStillCountAsLag() throws Exception {
    route("", row -> row.nakWithDelay(Duration.ofMinutes(5)));
    operator.jetStream().publish("troubled.a", "{}".getBytes(StandardCharsets.UTF_8));
    Awaitility.await().until(() -> received.size() == 1);

    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(consumer().state().lag()).isEqualTo(1));
  }

  private ProcessNats serverWithPassword(String password) {
    return server("authorization { %s }".formatted(login(password)));
  }

  private ProcessNats serverWithAccount(String options) {
    return server("accounts { A { %s users: [ { %s } ] } }".formatted(options, login("right")));
  }

  private static String login(String password) {
    return "user: \"%s\", password: \"%s\"".formatted(USER, password);
  }

  private ProcessNats server(String config) {
    ProcessNats started = new ProcessNats(new ServerPlace(data, port), config);
    started.start();
    return started;
  }

  private Exchange publish(String table) {
    return producer.send(
        uri("&requestTimeout=1000"),
        exchange -> {
          exchange.getMessage().setHeader(JetStreamConstants.NATS_SUBJECT, "troubled." + table);
          exchange.getMessage().setBody("{}");
        });
  }

  private String uri(String options) {
    return "nats-jetstream:troubled.*?servers=nats://127.0.0.1:%d&jetstreamName=%s&maxStreamBytes=1000000%s"
        .formatted(wire.port(), STREAM, options);
  }

  private Connection connected() throws Exception {
    return Nats.connect(
        Options.builder()
            .server("nats://127.0.0.1:" + port)
            .userInfo(USER.toCharArray(), "right".toCharArray())
            .build());
  }

  private JetStreamConsumer consumer() {
    return (JetStreamConsumer) camel.getRoute("test").getConsumer();
  }

  private void route(String options, Consumer<Delivery> step) throws Exception {
    camel = new DefaultCamelContext();
    ConsumerEnd end = (consumer, why) -> ended.add(consumer + ": " + why);
    camel.getRegistry().bind("end", end);
    ConnectionOptions login = to -> to.userInfo(USER.toCharArray(), "right".toCharArray());
    camel.getRegistry().bind("login", login);
    camel.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            from(uri("&durableName=d" + options))
                .routeId("test")
                .process(
                    exchange -> {
                      for (Delivery row : exchange.getMessage().getBody(Chunk.class).deliveries()) {
                        received.add(row);
                        step.accept(row);
                      }
                    });
          }
        });
    camel.start();
    producer = camel.createProducerTemplate();
  }
}

package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.Nats;
import io.nats.client.api.ConsumerInfo;
import io.wavehouse.ingest.jetstream.ConsumerEnd;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.SettingsSource;
import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.camel.main.Main;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole bundle, as it is shipped, between real servers. */
class IngestIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private NatsServer nats;
  private ClickHouseServer clickHouse;
  private Connection connection;
  private Main bundle;

  @BeforeEach
  void start() throws Exception {
    nats = Servers.nats();
    clickHouse = new ChdbClickHouse();
    clickHouse.start();
    bundle = configured();
    bundle.start();
    connection = Nats.connect(nats.url());
  }

  @AfterEach
  void stop() throws Exception {
    bundle.stop();
    connection.close();
    clickHouse.close();
    nats.close();
  }

  @Test
  void everyRowOfEveryTableLandsOnceAndIsAcked() throws Exception {
    for (int table = 0; table < 8; table++) {
      createTable("t" + table);
      publish("ingest.t" + table, 0, 2_500);
    }

    awaitEmptyStream();
    for (int table = 0; table < 8; table++) {
      assertThat(clickHouse.query("SELECT count(), uniqExact(id), sum(id) FROM t" + table))
          .isEqualTo("2500\t2500\t3123750");
    }
  }

  @Test
  void rowsPublishedWhileClickHouseIsDownLandWhenItIsBack() throws Exception {
    createTable("t");
    clickHouse.kill();
    publish("ingest.t", 0, 1_000);
    Awaitility.await().atMost(PATIENCE).until(() -> redelivered() > 0);
    assertThat(stored()).isEqualTo(1_000);

    clickHouse.start();
    awaitEmptyStream();
    assertThat(clickHouse.query("SELECT count(), uniqExact(id) FROM t")).isEqualTo("1000\t1000");
  }

  @Test
  void poisonIsParkedAndItsNeighboursLand() throws Exception {
    createTable("t");
    publish("ingest.t", 0, 1);
    send("ingest.t", "{\"id\":1,\"name\":\"half");
    send("ingest.t", "of it\"}");
    publish("ingest.t", 2, 3);

    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(clickHouse.query("SELECT count() FROM t")).isEqualTo("2"));
    awaitEmptyStream();
    assertThat(
            connection
                .jetStreamManagement()
                .getStreamInfo("WAVEHOUSE_DLQ")
                .getStreamState()
                .getMsgCount())
        .isEqualTo(2);
  }

  @Test
  void aTableWithAnyNameCanBeAddressed() throws Exception {
    createTable("a b.`ü\\");
    publish("ingest.0.a%20b%2E%60%C3%BC%5C", 0, 3);

    awaitEmptyStream();
    assertThat(clickHouse.query("SELECT count() FROM `a b.\\`ü\\\\`")).isEqualTo("3");
  }

  @Test
  void aStopInFullFlowLosesNothingAndRepeatsNothing() throws Exception {
    createTable("t");
    publish("ingest.t", 0, 20_000);
    bundle.stop();
    // The server works off acknowledgements after it has received them.
    Awaitility.await().atMost(PATIENCE).until(() -> landed() + stored() == 20_000);

    bundle = configured();
    bundle.start();
    awaitEmptyStream();
    assertThat(clickHouse.query("SELECT count(), uniqExact(id) FROM t")).isEqualTo("20000\t20000");
  }

  @Test
  void natsKilledInFullFlowLosesNothingAndALostAckIsRepeatedNotTheInsert() throws Exception {
    createTable("t");
    publish("ingest.t", 0, 10_000);
    Awaitility.await().atMost(PATIENCE).until(() -> landed() > 0);
    nats.kill();
    nats.start();

    // A killed nats-server 2.9 can bring acked messages back into the stream, beyond its consumer's
    // reach; what counts is that the consumer has nothing left to deliver or to be acked.
    Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> owed() == 0);
    assertThat(clickHouse.query("SELECT count(), uniqExact(id) FROM t")).isEqualTo("10000\t10000");
  }

  @Test
  void aBundleStartedBeforeNatsWaitsForIt() throws Exception {
    createTable("t");
    bundle.stop();
    nats.stop();
    bundle = configured();
    bundle.start();

    nats.start();
    publish("ingest.t", 0, 10);
    awaitEmptyStream();
    assertThat(landed()).isEqualTo(10);
  }

  @Test
  void aDeletedConsumerEndsForGoodAndIsNamed() throws Exception {
    bundle.stop();
    Queue<String> ended = new ConcurrentLinkedQueue<>();
    bundle = configured();
    ConsumerEnd end = (consumer, why) -> ended.add(consumer + ": " + why);
    bundle.bind("consumerEnd", end);
    bundle.start();
    connection.jetStreamManagement().deleteConsumer("WAVEHOUSE_INGEST", "buffer-consumer");

    Awaitility.await().atMost(PATIENCE).until(() -> !ended.isEmpty());
    assertThat(ended.element()).startsWith("buffer-consumer: ").containsIgnoringCase("deleted");
  }

  private Main configured() {
    return WaveHouse.bundle(
        new LiveSettings(
            new SettingsSource(
                Optional.empty(),
                Map.of(
                    "WAVEHOUSE_NATS_SERVERS", nats.url(),
                    "WAVEHOUSE_ACK_WAIT", "15s",
                    "WAVEHOUSE_CLICKHOUSE_URL", clickHouse.url().toString(),
                    "WAVEHOUSE_CLICKHOUSE_USERNAME", clickHouse.user(),
                    "WAVEHOUSE_CLICKHOUSE_PASSWORD", clickHouse.password(),
                    "WAVEHOUSE_HTTP_PORT", "0",
                    "WAVEHOUSE_MANAGEMENT_PORT", "0"))));
  }

  private long landed() {
    return Long.parseLong(clickHouse.query("SELECT count() FROM t"));
  }

  private void createTable(String name) {
    clickHouse.query(
        "CREATE TABLE `"
            + name.replace("\\", "\\\\").replace("`", "\\`")
            + "` (id Int64, name String) ENGINE = MergeTree ORDER BY id");
  }

  private void publish(String subject, int from, int to) throws Exception {
    JetStream jetStream = connection.jetStream();
    CompletableFuture.allOf(
            IntStream.range(from, to)
                .mapToObj(id -> "{\"id\":" + id + ",\"name\":\"row " + id + "\"}")
                .map(row -> row.getBytes(StandardCharsets.UTF_8))
                .map(row -> jetStream.publishAsync(subject, row))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  private void send(String subject, String payload) throws Exception {
    connection.jetStream().publish(subject, payload.getBytes(StandardCharsets.UTF_8));
  }

  private void awaitEmptyStream() {
    Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> stored() == 0);
  }

  private long stored() throws Exception {
    return connection
        .jetStreamManagement()
        .getStreamInfo("WAVEHOUSE_INGEST")
        .getStreamState()
        .getMsgCount();
  }

  private long owed() throws Exception {
    ConsumerInfo consumer =
        connection.jetStreamManagement().getConsumerInfo("WAVEHOUSE_INGEST", "buffer-consumer");
    return consumer.getNumPending() + consumer.getNumAckPending();
  }

  private long redelivered() throws Exception {
    return connection
        .jetStreamManagement()
        .getConsumerInfo("WAVEHOUSE_INGEST", "buffer-consumer")
        .getRedelivered();
  }
}

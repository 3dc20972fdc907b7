package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.RunningBundle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages as no client of ours would write them, sent over a bare socket. */
class StrangersMessagesIT {
  private static final ChdbClickHouse CLICKHOUSE = new ChdbClickHouse();
  private RunningBundle bundle;

  @BeforeAll
  static void startClickHouse() {
    CLICKHOUSE.start();
    CLICKHOUSE.query("CREATE TABLE strange (id UInt64) ENGINE = MergeTree ORDER BY id");
    CLICKHOUSE.query("CREATE TABLE `zoë` (id UInt64) ENGINE = MergeTree ORDER BY id");
  }

  @AfterAll
  static void stopClickHouse() {
    CLICKHOUSE.close();
  }

  @BeforeEach
  void start() throws Exception {
    bundle = RunningBundle.inFrontOf(CLICKHOUSE.url().toString());
    bundle.awaitStream("WAVEHOUSE_INGEST");
  }

  @AfterEach
  void stop() throws IOException {
    bundle.close();
  }

  @Test
  void headersThatNoClientCanReadHoldUpNeitherTheirRowNorAnother() throws Exception {
    send("ingest.strange", "NATS/1.0\r\nUser: Zo\u00eb\r\n\r\n", "{\"id\":1}");
    send("ingest.strange", "NATS/1.0\r\nno colon\r\n\r\n", "{\"id\":2}");
    send("ingest.strange", "NATS/1.0 409 Consumer Deleted\r\n\r\n", "{\"id\":3}");
    send("ingest.strange", "NATS/1.0 404 No Messages\r\n\r\n", "{\"id\":4}");
    bundle.publish("ingest.strange", 5, 6);
    Awaitility.await()
        .atMost(RunningBundle.PATIENCE)
        .until(() -> bundle.allStored("WAVEHOUSE_INGEST") == 5);
    bundle.awaitNothingWaiting();

    assertThat(CLICKHOUSE.query("SELECT groupArray(id) FROM (SELECT id FROM strange ORDER BY id)"))
        .isEqualTo("[1,2,3,4,5]");
    assertThat(bundle.parkedCount()).isZero();
  }

  @Test
  void aSubjectInPlainUtf8AddressesItsTable() throws Exception {
    send("ingest.zoë", "NATS/1.0\r\n\r\n", "{\"id\":1}");
    Awaitility.await()
        .atMost(RunningBundle.PATIENCE)
        .until(() -> bundle.allStored("WAVEHOUSE_INGEST") == 1);
    bundle.awaitNothingWaiting();

    assertThat(CLICKHOUSE.query("SELECT id FROM `zoë`")).isEqualTo("1");
    assertThat(bundle.parkedCount()).isZero();
  }

  @Test
  void aDeadLetterThatNoClientCanReadKeepsNoneFromBeingListed() throws Exception {
    bundle.publish("ingest.strange", "poison");
    Awaitility.await().atMost(RunningBundle.PATIENCE).until(() -> bundle.parkedCount() == 1);
    send("dlq.0.strange", "NATS/1.0\r\nWavehouse-Error-Message: Zo\u00eb\r\n\r\n", "{}");
    send("dlq.0.strange", "NATS/1.0\r\nno colon\r\n\r\n", "{}");
    Awaitility.await().atMost(RunningBundle.PATIENCE).until(() -> bundle.parkedCount() == 3);

    assertThat(bundle.observe("/dlq").body().lines()).hasSize(3);
    assertThat(bundle.observe("/dlq/3").statusCode()).isEqualTo(503);
    assertThat(bundle.command("/dlq/purge?yes=true").body()).contains("\"purged\":3");
  }

  /** Returns when the server has it. */
  private void send(String subject, String headers, String payload) throws IOException {
    byte[] head = headers.getBytes(StandardCharsets.UTF_8);
    URI nats = URI.create(bundle.nats().url());
    try (Socket socket = new Socket(nats.getHost(), nats.getPort());
        BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      String wire =
          "CONNECT {\"verbose\":false,\"headers\":true}\r\nHPUB %s %d %d\r\n%s%s\r\nPING\r\n"
              .formatted(subject, head.length, head.length + payload.length(), headers, payload);
      socket.getOutputStream().write(wire.getBytes(StandardCharsets.UTF_8));
      for (String line = answers.readLine(); !"PONG".equals(line); line = answers.readLine()) {
        assertThat(line).as("what the server says").startsWith("INFO");
      }
    }
  }
}

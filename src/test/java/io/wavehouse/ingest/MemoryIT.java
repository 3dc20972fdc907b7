package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.Nats;
import io.wavehouse.ingest.support.BundleJvm;
import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that are settled are let go: much more flows through than the heap could hold. */
class MemoryIT {
  @ParameterizedTest(name = "{0} rows of {1} bytes")
  @CsvSource({"300000, 150", "3000, 100000"})
  void itRunsIn256Megabytes(int rows, int bytes) throws Exception {
    try (NatsServer nats = Servers.nats();
        ChdbClickHouse clickHouse = new ChdbClickHouse()) {
      clickHouse.start();
      Connection connection = Nats.connect(nats.url());
      clickHouse.query("CREATE TABLE t (pad String) ENGINE = Null");
      try (BundleJvm bundle =
          new BundleJvm(
              Map.of(
                  "JAVA_TOOL_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError",
                  "WAVEHOUSE_NATS_SERVERS", nats.url(),
                  "WAVEHOUSE_CLICKHOUSE_URL", clickHouse.url().toString(),
                  "WAVEHOUSE_CLICKHOUSE_USERNAME", clickHouse.user(),
                  "WAVEHOUSE_CLICKHOUSE_PASSWORD", clickHouse.password()))) {
        bundle.awaitLine("from stream WAVEHOUSE_INGEST");
        publish(connection.jetStream(), rows, bytes);
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () ->
                    connection
                            .jetStreamManagement()
                            .getStreamInfo("WAVEHOUSE_INGEST")
                            .getStreamState()
                            .getMsgCount()
                        == 0);
        bundle.terminate();
        assertThat(bundle.awaitExit()).isZero();
        // Debian 12 has an old nats-server.
        assertThat(bundle.complaints()).filteredOn(line -> !line.contains("#4771")).isEmpty();
      }
      connection.close();
    }
  }

  private static void publish(JetStream stream, int rows, int bytes) {
    byte[] row = ("{\"pad\":\"" + "x".repeat(bytes - 10) + "\"}").getBytes(StandardCharsets.UTF_8);
    int together = Math.max(1, Math.min(2_000, 10_000_000 / bytes));
    for (int done = 0; done < rows; done += together) {
      CompletableFuture.allOf(
              IntStream.range(0, Math.min(together, rows - done))
                  .mapToObj(i -> stream.publishAsync("ingest.t", row))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    }
  }
}

package io.wavehouse.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.wavehouse.ingest.support.BundleJvm;
import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Collections;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A body is never in memory: much more flows through than the heap could hold. */
class LargeBodyIT {
  private static final Pattern ADDRESS = Pattern.compile("POST to (\\S+)/v1/ingest/");

  /** The second is larger than the heap: without back-pressure it would have to be held there. */
  @ParameterizedTest(name = "{0} rows of {1} bytes")
  @CsvSource({"200000, 500", "600, 900000"})
  void itIsTakenIn256Megabytes(int rows, int bytes) throws Exception {
    try (NatsServer nats = Servers.nats();
        BundleJvm bundle =
            new BundleJvm(
                Map.of(
                    "JAVA_TOOL_OPTIONS",
                    "-Xmx256m -XX:+ExitOnOutOfMemoryError",
                    "WAVEHOUSE_NATS_SERVERS",
                    nats.url(),
                    "WAVEHOUSE_CLICKHOUSE_URL",
                    "http://127.0.0.1:" + FreePort.next()))) {
      Matcher address = ADDRESS.matcher(bundle.awaitLine("POST to "));
      assertThat(address.find()).isTrue();
      HttpResponse<String> answer =
          new Edge(URI.create(address.group(1)))
              .send("t", HttpRequest.BodyPublishers.ofInputStream(() -> rows(rows, bytes)));

      assertThat(answer.body()).isEqualTo("{\"stored\":" + rows + "}\n");
      assertThat(stored(nats)).isEqualTo(rows);
      bundle.terminate();
      assertThat(bundle.awaitExit()).isZero();
    }
  }

  private static long stored(NatsServer nats) throws Exception {
    Connection connection = Nats.connect(nats.url());
    try {
      return connection
          .jetStreamManagement()
          .getStreamInfo("WAVEHOUSE_INGEST")
          .getStreamState()
          .getMsgCount();
    } finally {
      connection.close();
    }
  }

  private static InputStream rows(int rows, int bytes) {
    byte[] row =
        ("{\"pad\":\"" + "x".repeat(bytes - 11) + "\"}\n").getBytes(StandardCharsets.UTF_8);
    return new SequenceInputStream(
        Collections.enumeration(
            new AbstractList<InputStream>() {
              @Override
              public InputStream get(int index) {
                return new ByteArrayInputStream(row);
              }

              @Override
              public int size() {
                return rows;
              }
            }));
  }
}

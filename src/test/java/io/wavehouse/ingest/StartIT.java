package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.BundleJvm;
import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user sees who starts it: one line that says what to do, and the exit code. */
class StartIT {
  private static NatsServer nats;

  @BeforeAll
  static void start() {
    nats = Servers.nats();
  }

  @AfterAll
  static void close() {
    nats.close();
  }

  private static BundleJvm bundle(Map<String, String> environment, String... arguments)
      throws Exception {
    return new BundleJvm(environment, arguments);
  }

  private static void assertEndsWith(BundleJvm bundle, int code, String... said)
      throws InterruptedException {
    assertThat(bundle.awaitExit()).isEqualTo(code);
    assertThat(bundle.complaints()).hasSize(1);
    assertThat(bundle.complaints().get(0)).contains(said);
    assertThat(bundle.lines()).noneMatch(line -> line.startsWith("\tat "));
  }

  @Test
  void aBadValueIsNamedWithItsRule() throws Exception {
    try (BundleJvm bundle = bundle(Map.of("WAVEHOUSE_ACK_WAIT", "soon"))) {
      assertEndsWith(
          bundle, 2, "wavehouse.ack-wait=soon", "WAVEHOUSE_ACK_WAIT", "must be a duration");
    }
  }

  @Test
  void anUnknownKeyIsNamedWithItsNearest(@TempDir Path folder) throws Exception {
    Path config = Files.writeString(folder.resolve("my.properties"), "wavehouse.ackwait=60s\n");
    try (BundleJvm bundle = bundle(Map.of(), "--config", config.toString())) {
      assertEndsWith(bundle, 2, "line 1 of ", "the nearest is wavehouse.ack-wait");
    }
  }

  @Test
  void anUnknownOptionIsNamed() throws Exception {
    try (BundleJvm bundle = bundle(Map.of(), "--rutes", "x")) {
      assertEndsWith(bundle, 2, "unknown option --rutes");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "management"})
  void aPortInUseIsNamedWithItsKey(String server) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        BundleJvm bundle =
            bundle(
                Map.of(
                    "WAVEHOUSE_NATS_SERVERS",
                    nats.url(),
                    "WAVEHOUSE_" + server.toUpperCase(Locale.ROOT) + "_PORT",
                    Integer.toString(taken.getLocalPort())))) {
      assertEndsWith(
          bundle, 2, "wavehouse." + server + ".port", Integer.toString(taken.getLocalPort()));
    }
  }

  @Test
  void aBrokenRouteIsNamedWithItsFile(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("mine.camel.yaml"),
        "- route:\n    id: mine\n    from:\n      uri: direct:a\n      steps:\n        - tooo: x\n");
    try (BundleJvm bundle =
        bundle(Map.of("WAVEHOUSE_NATS_SERVERS", nats.url()), "--routes", folder.toString())) {
      assertEndsWith(bundle, 2, "mine.camel.yaml:6", "tooo");
    }
  }

  @Test
  void whatIsNotCheckedInTheFolderIsNotRunEither(@TempDir Path folder) throws Exception {
    try (Stream<Path> shipped = Files.list(Path.of("src/main/resources/routes"))) {
      for (Path file : shipped.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Files.writeString(folder.resolve(".hidden.camel.yaml"), "- rout: 1\n");
    try (BundleJvm bundle =
        bundle(Map.of("WAVEHOUSE_NATS_SERVERS", nats.url()), "--routes", folder.toString())) {
      bundle.awaitLine("from stream WAVEHOUSE_INGEST");
    }
  }

  @Test
  void aNatsThatIsAwayIsWaitedFor() throws Exception {
    String url = "nats://127.0.0.1:" + FreePort.next();
    try (BundleJvm bundle = bundle(Map.of("WAVEHOUSE_NATS_SERVERS", url))) {
      assertThat(bundle.awaitLine(" WARN ")).contains("cannot receive", url);
      bundle.awaitLine("from stream WAVEHOUSE_INGEST");
      bundle.terminate();
      assertEndsWith(bundle, 0, "cannot receive");
    }
  }

  @Test
  void aRequiredStreamThatDoesNotComeEndsIt() throws Exception {
    try (BundleJvm bundle =
        bundle(
            Map.of(
                "WAVEHOUSE_NATS_SERVERS", nats.url(),
                "WAVEHOUSE_STREAM", "NOWHERE",
                "WAVEHOUSE_TOPOLOGY", "require",
                "WAVEHOUSE_TOPOLOGY_WAIT", "1s"))) {
      assertThat(bundle.awaitExit()).isEqualTo(1);
      assertThat(bundle.complaints())
          .hasSize(2)
          .allMatch(line -> line.contains("stream NOWHERE does not exist; create it"));
    }
  }

  /** Repeated: whether the exit is 0 was once a race. */
  @RepeatedTest(3)
  void aSigtermEndsItWithZero() throws Exception {
    try (BundleJvm bundle = bundle(Map.of("WAVEHOUSE_NATS_SERVERS", nats.url()))) {
      bundle.awaitLine("from stream WAVEHOUSE_INGEST");
      bundle.terminate();
      assertThat(bundle.awaitExit()).isZero();
      // Debian 12 has an old nats-server.
      assertThat(bundle.complaints()).filteredOn(line -> !line.contains("#4771")).isEmpty();
    }
  }
}

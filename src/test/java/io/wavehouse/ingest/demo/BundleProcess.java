package io.wavehouse.ingest.demo;

import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.NatsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The packaged bundle as a process of its own, started as a user starts it. */
final class BundleProcess implements AutoCloseable {
  private static final int DRAIN_SECONDS = 40;
  private static final int INTERRUPTED_SECONDS = 3;

  private final int managementPort = FreePort.next();
  private final int httpPort = FreePort.next();
  private final Path log;
  private final Process process;

  BundleProcess(NatsServer nats, ClickHouseServer clickHouse, Path log) throws IOException {
    this.log = log;
    ProcessBuilder run =
        new ProcessBuilder("./wavehouse", "run")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    run.environment()
        .putAll(
            Map.of(
                "WAVEHOUSE_NATS_SERVERS", nats.url(),
                "WAVEHOUSE_STREAM", Streams.INGEST,
                "WAVEHOUSE_DLQ_STREAM", Streams.PARKED,
                "WAVEHOUSE_CLICKHOUSE_URL", clickHouse.url().toString(),
                "WAVEHOUSE_CLICKHOUSE_USERNAME", clickHouse.user(),
                "WAVEHOUSE_CLICKHOUSE_PASSWORD", clickHouse.password(),
                "WAVEHOUSE_CLICKHOUSE_DATABASE", Tables.DATABASE,
                "WAVEHOUSE_HTTP_PORT", Integer.toString(httpPort),
                "WAVEHOUSE_MANAGEMENT_PORT", Integer.toString(managementPort)));
    this.process = run.start();
  }

  /** Where it takes rows over HTTP. */
  URI edge() {
    return URI.create("http://127.0.0.1:" + httpPort);
  }

  URI management() {
    return URI.create("http://127.0.0.1:" + managementPort);
  }

  /**
   * @throws IllegalStateException when it has ended, with what it said last
   */
  void checkAlive() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "the bundle ended with " + process.exitValue() + "; see " + log + ": " + why());
    }
  }

  /** Its last error, else its last line. */
  private String why() {
    try {
      List<String> lines = Files.readAllLines(log);
      List<String> errors = lines.stream().filter(line -> line.contains(" ERROR ")).toList();
      List<String> telling = errors.isEmpty() ? lines : errors;
      return telling.isEmpty() ? "it said nothing" : telling.get(telling.size() - 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGTERM, and its exit code once it has drained. */
  int drain() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(DRAIN_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "the bundle did not end in " + DRAIN_SECONDS + " s after SIGTERM; see " + log);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(INTERRUPTED_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}

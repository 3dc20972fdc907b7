package io.wavehouse.ingest.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The bundle's main class in a JVM of its own, for what only a process shows: output and exit. */
public final class BundleJvm implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private final Process process;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Thread reader;

  /**
   * @param environment added to ports that are free
   */
  public BundleJvm(Map<String, String> environment, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.wavehouse.ingest.WaveHouse"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("WAVEHOUSE_"));
    builder.environment().put("WAVEHOUSE_MANAGEMENT_PORT", Integer.toString(FreePort.next()));
    builder.environment().put("WAVEHOUSE_HTTP_PORT", "0");
    builder.environment().putAll(environment);
    process = builder.start();
    reader = new Thread(this::read);
    reader.start();
  }

  private void read() {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      out.lines().forEach(lines::add);
    } catch (UncheckedIOException | IOException ended) {
      // A process that was killed takes its output with it.
    }
  }

  /** What it has said so far. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** What it said as a warning or an error. */
  public List<String> complaints() {
    return lines.stream()
        .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
        .toList();
  }

  /** Waits for a line with this text, and gives it. */
  public String awaitLine(String text) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> lines.stream().anyMatch(line -> line.contains(text)));
    return lines.stream().filter(line -> line.contains(text)).findFirst().orElseThrow();
  }

  /** Waits for its end and gives the exit code. */
  public int awaitExit() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("the bundle still runs; it said " + lines());
    }
    reader.join();
    return process.exitValue();
  }

  /** SIGTERM; by the handle, since the process itself would close the pipe of what it says then. */
  public void terminate() {
    process.toHandle().destroy();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}

package io.wavehouse.ingest.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The script {@code wavehouse} of this project, run as a user runs it. */
public final class Launcher implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private final Path out = Files.createTempFile("wavehouse", ".out");
  private final Path err = Files.createTempFile("wavehouse", ".err");
  private final Process process;

  /**
   * Starts it; its output goes to files, as no terminal is there.
   *
   * @param environment added to ours without what is the bundle's
   */
  public Launcher(Map<String, String> environment, String... arguments) throws IOException {
    this(environment, List.of("./wavehouse"), arguments);
  }

  private Launcher(Map<String, String> environment, List<String> program, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("WAVEHOUSE_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    process = builder.start();
  }

  /** A line as it would be typed, of this script or another program. */
  public static Launcher shell(Map<String, String> environment, String line) throws IOException {
    return new Launcher(environment, List.of("sh", "-c", line));
  }

  /** What it said and how it ended. */
  public record Ended(int code, List<String> out, List<String> err) {
    public Ended {
      out = List.copyOf(out);
      err = List.copyOf(err);
    }
  }

  /** Waits for its end. */
  public Ended await() throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("still runs; it said " + lines(out) + lines(err));
    }
    return new Ended(process.exitValue(), lines(out), lines(err));
  }

  /** SIGKILL; the script has become the program by then. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8).lines().toList();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.delete(out);
    Files.delete(err);
  }
}

package io.wavehouse.ingest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A server as a child process that can be stopped, killed, frozen and started again. */
final class ServerProcess {
  private static final Duration START = Duration.ofSeconds(60);
  private static final long TERM_SECONDS = 15;
  private static final long POLL_MILLIS = 20;

  private final String name;
  private final List<String> command;
  private final Path log;
  private Process process;
  private Thread orphanGuard;

  /**
   * @param command program and arguments, the same for every start
   * @param log where its output is appended; the last lines of it are in the error of a failed
   *     start
   */
  ServerProcess(String name, List<String> command, Path log) {
    this.name = name;
    this.command = List.copyOf(command);
    this.log = log;
  }

  /** Starts it and returns when it answers; does nothing when it runs already. */
  synchronized void start(BooleanSupplier answers) {
    if (process != null && process.isAlive()) {
      return;
    }
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be started: " + command.get(0), e);
    }
    Process started = process;
    orphanGuard = new Thread(started::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(orphanGuard);
    long end = System.nanoTime() + START.toNanos();
    while (!answers.getAsBoolean()) {
      boolean alive = waitAlive(POLL_MILLIS);
      if (!alive || System.nanoTime() > end) {
        kill();
        throw new IllegalStateException(
            name + (alive ? " did not answer in " + START : " ended at its start") + ": " + tail());
      }
    }
  }

  /** SIGTERM and the wait for its end; SIGKILL when it takes too long. */
  synchronized void stop() {
    if (process != null && process.isAlive()) {
      signal("CONT");
      process.destroy();
      await(TERM_SECONDS);
    }
    kill();
  }

  /** SIGKILL and the wait for its end. */
  synchronized void kill() {
    if (process == null) {
      return;
    }
    process.destroyForcibly();
    if (!await(TERM_SECONDS)) {
      throw new IllegalStateException(name + " survived SIGKILL, process " + process.pid());
    }
    process = null;
    try {
      Runtime.getRuntime().removeShutdownHook(orphanGuard);
    } catch (IllegalStateException shuttingDown) {
      // the hook is on its way and meets a process that has ended
    }
  }

  /** SIGSTOP: connections are still accepted by the kernel, and nothing is answered. */
  synchronized void pause() {
    signal("STOP");
  }

  synchronized void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    if (process == null) {
      throw new IllegalStateException(name + " is not running; start it first");
    }
    try {
      String pid = Long.toString(process.pid());
      int exit = new ProcessBuilder("kill", "-" + signal, pid).inheritIO().start().waitFor();
      if (exit != 0) {
        throw new IllegalStateException("kill -" + signal + " of " + name + " gave " + exit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending " + signal, e);
    }
  }

  private boolean waitAlive(long millis) {
    try {
      return !process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + name, e);
    }
  }

  private boolean await(long seconds) {
    return !waitAlive(TimeUnit.SECONDS.toMillis(seconds));
  }

  private String tail() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    } catch (IOException e) {
      return "no log in " + log;
    }
  }
}

package io.wavehouse.ingest.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The main job on one machine: {@code ./wavehouse demo} runs it, in the project's folder.
 *
 * <p>Arguments: {@code --keep} leaves all running after the ledger; {@code --terminal} says that
 * stdout is one. Exit code 0 when the ledger balances, else 1.
 */
public final class Demo {
  private static final Path FOLDER = Path.of(".wavehouse", "demo");

  private Demo() {}

  public static void main(String[] args) {
    List<String> options = List.of(args);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(out);
    Progress progress = new Progress(out, options.contains("--terminal"));
    Stage stage = new Stage();
    Thread onInterrupt = new Thread(stage::close, "close");
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    int exit = 1;
    try {
      onlyOne();
      exit = play(stage, progress, options.contains("--keep"));
    } catch (Exception e) {
      progress.leave();
      System.err.println("demo: " + String.valueOf(e.getMessage()).replaceAll("\\R", " "));
    }
    System.exit(exit);
  }

  private static int play(Stage stage, Progress progress, boolean keep) throws Exception {
    Path log = FOLDER.resolve("bundle.log");
    progress.say("The bundle's log: " + log);
    stage.set(log);
    Ledger ledger = new Play(stage, progress).run();
    progress.say("");
    progress.say(ledger.text());
    ledger.faults().forEach(fault -> System.err.println("demo: " + fault));
    if (ledger.balances()) {
      progress.say("The ledger balances.");
      new Post(stage, progress).run();
    }
    if (keep) {
      progress.say(Addresses.of(stage));
      Thread.currentThread().join();
    }
    int drained = stage.bundle().drain();
    if (drained != 0) {
      throw new IllegalStateException("the bundle ended with " + drained + "; see " + log);
    }
    return ledger.balances() ? 0 : 1;
  }

  /** The lock ends with this process, however it ends. */
  private static void onlyOne() throws IOException {
    Files.createDirectories(FOLDER);
    FileChannel lock =
        FileChannel.open(
            FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (lock.tryLock() == null) {
      throw new IllegalStateException("another demo runs from this folder; end it first");
    }
  }
}

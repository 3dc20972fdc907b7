package io.wavehouse.ingest.deadletter;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** One line that is written over, for a terminal. */
final class ProgressBar implements Progress {
  private static final int WIDTH = 30;
  private static final long EVERY = TimeUnit.MILLISECONDS.toNanos(200);

  private final String done;
  private final PrintStream terminal;
  private final LongSupplier nanoTime;
  private long shownAt;
  private int shown;

  /**
   * @param done the word for what is done, such as {@code replayed}
   */
  ProgressBar(String done, PrintStream terminal, LongSupplier nanoTime) {
    this.done = done;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
    this.shownAt = nanoTime.getAsLong() - EVERY;
  }

  @Override
  public boolean at(double fraction, long rows) {
    if (nanoTime.getAsLong() - shownAt >= EVERY) {
      shownAt = nanoTime.getAsLong();
      String line = line(fraction, rows);
      shown = line.length();
      terminal.print("\r" + line);
      terminal.flush();
    }
    return true;
  }

  private String line(double fraction, long rows) {
    int filled = (int) (fraction * WIDTH);
    return String.format(
        Locale.ROOT,
        "[%s%s] %3d%%  %,d %s",
        "#".repeat(filled),
        ".".repeat(WIDTH - filled),
        (int) (fraction * 100),
        rows,
        done);
  }

  /** Takes the line away. */
  void clear() {
    if (shown > 0) {
      terminal.print("\r" + " ".repeat(shown) + "\r");
      terminal.flush();
    }
  }
}

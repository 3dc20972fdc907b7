package io.wavehouse.ingest.demo;

import java.io.PrintStream;
import java.time.Duration;

/**
 * The live line: rewritten in place on a terminal, a line of its own every 2 s elsewhere. At most
 * 79 columns, so that a terminal of 80 does not wrap it.
 */
final class Progress {
  private static final int COLUMNS = 79;
  private static final long LINE_NANOS = Duration.ofSeconds(2).toNanos();

  private final PrintStream out;
  private final boolean terminal;
  private boolean open;
  private boolean shown;
  private long shownNanos;

  Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /**
   * @param nowNanos a monotonic time
   */
  synchronized void show(String text, long nowNanos) {
    String line = text.length() > COLUMNS ? text.substring(0, COLUMNS) : text;
    if (terminal) {
      out.print("\r" + line + " ".repeat(COLUMNS - line.length()));
      out.flush();
      open = true;
    } else if (!shown || nowNanos - shownNanos >= LINE_NANOS) {
      out.println(line);
      shown = true;
      shownNanos = nowNanos;
    }
  }

  /** The last one, shown whatever the time. */
  synchronized void finish(String text) {
    shown = false;
    show(text, shownNanos);
  }

  /** A line that stays. */
  synchronized void say(String line) {
    leave();
    out.println(line);
  }

  /** Leaves the line as it is; what follows is below it. */
  synchronized void leave() {
    if (open) {
      out.println();
      open = false;
    }
  }
}

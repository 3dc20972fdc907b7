package io.wavehouse.ingest.backoff;

import java.util.HashMap;
import java.util.Map;

/**
 * Whose turn the next probe is: the table whose probe failed last lets the others go first, so that
 * one slow table does not speak for the whole pool.
 *
 * <p>It never waits for ever. It waits for tables known to have rows, only until those should have
 * come back and been flushed, and that moment is fixed when it first waits in a window: a table
 * that returns again and again without ever probing does not push it out.
 */
final class Turns {
  // Any other table is reason enough to wait, so forgetting some is harmless.
  private static final int MAX_TABLES = 1_000;

  private final long margin;
  // When each table's rows should be flushed again.
  private final Map<String, Long> due = new HashMap<>();
  private String failedLast;
  private boolean waiting;
  private long waitsUntil;

  /**
   * @param margin nanoseconds a table has for its flush, from the moment its rows are back
   */
  Turns(long margin) {
    this.margin = margin;
  }

  /** The table's rows are away, or in hand, until then. */
  void hasRows(String table, long until) {
    if (due.size() < MAX_TABLES || due.containsKey(table)) {
      due.merge(table, until + margin, (a, b) -> a - b > 0 ? a : b);
    }
  }

  /** A new window begins. */
  void windowOpened(long now) {
    waiting = false;
    due.values().removeIf(until -> until - now <= 0);
  }

  void probeFailed(String table) {
    failedLast = table;
  }

  /** Whether the table lets others go first now. */
  boolean waits(String table, long now) {
    if (!table.equals(failedLast)) {
      return false;
    }
    if (!waiting) {
      for (Map.Entry<String, Long> other : due.entrySet()) {
        long until = other.getValue();
        if (!other.getKey().equals(table)
            && until - now > 0
            && (!waiting || until - waitsUntil > 0)) {
          waiting = true;
          waitsUntil = until;
        }
      }
    }
    return waiting && waitsUntil - now > 0;
  }

  /** The next probe is anyone's. */
  void anyone() {
    failedLast = null;
    waiting = false;
  }

  /** The outage is over. */
  void clear() {
    anyone();
    due.clear();
  }
}

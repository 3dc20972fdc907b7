package io.wavehouse.ingest.backoff;

import io.wavehouse.ingest.backoff.Change.Kind;
import io.wavehouse.ingest.backoff.Snapshot.State;
import io.wavehouse.ingest.clickhouse.PrintableLine;
import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * Whether requests may go to one scope now. Thread-safe; {@code now} is a reading of a monotonic
 * clock in nanoseconds.
 *
 * <ul>
 *   <li>Closed: every flush goes.
 *   <li>A failure opens a window: nothing goes. Each failed probe opens the next one, twice as long
 *       up to the longest, jittered down to as little as half.
 *   <li>When the window has ended, one flush is the probe, and all others stay away until its
 *       outcome. A released probe can be claimed again at once.
 *   <li>Any answer that is no outage closes it, whichever flush it belongs to.
 * </ul>
 *
 * <p><b>Failure semantics.</b> Only flushes claimed after the last window opened are news: a
 * failure of an earlier one, however late it comes in, neither escalates a window nor opens one
 * again after a newer flush was answered. A claim that is never settled keeps the probe out for
 * ever, so every path that claims must settle.
 */
public final class Backoff {
  /** Chars of an error kept: it goes into one log line. */
  private static final int MAX_ERROR = 200;

  private final Scope scope;
  private final Delays delays;
  private final Turns turns;

  private int failures;
  private long since;
  private long until;
  private String lastError = "";
  // Counts windows, so that a permit knows whether one opened after it.
  private long window;
  private Permit probe;
  private int permitsOut;

  /**
   * @param initial the first delay
   * @param max the longest one
   * @param jitter in [0,1): 0 leaves a delay whole, and 1 would halve it
   * @throws IllegalArgumentException unless 0 &lt; initial ≤ max
   */
  public Backoff(Scope scope, Duration initial, Duration max, DoubleSupplier jitter) {
    this.scope = scope;
    this.delays = new Delays(initial, max, jitter);
    this.turns = new Turns(2 * initial.toNanos());
  }

  /**
   * The gate before rows are buffered; claims nothing.
   *
   * @return empty to go on, else how long the rows stay away
   */
  public synchronized Optional<Duration> hold(String table, long now) {
    if (failures == 0) {
      return Optional.empty();
    }
    Optional<Duration> delay = delay(table, now);
    turns.hasRows(table, now + delay.map(Duration::toNanos).orElse(0L));
    return delay;
  }

  /** The gate before a flush. A granted permit must be settled. */
  public synchronized Permit claim(String table, long now) {
    Optional<Duration> delay = hold(table, now);
    if (delay.isPresent()) {
      return Permit.refused(table, delay.get());
    }
    Permit permit = Permit.granted(table, failures > 0, window);
    permitsOut++;
    if (permit.probe()) {
      probe = permit;
    }
    return permit;
  }

  /** The scope cannot take inserts. */
  public synchronized Change failed(Permit permit, String error, long now) {
    if (!settle(permit) || permit.window() < window) {
      return change(Kind.NONE, now);
    }
    Kind kind = failures == 0 ? Kind.OPENED : Kind.ESCALATED;
    if (kind == Kind.OPENED) {
      since = now;
    }
    failures++;
    window++;
    until = now + delays.window(failures);
    lastError = PrintableLine.of(error, MAX_ERROR);
    turns.windowOpened(now);
    turns.hasRows(permit.table(), until + delays.maxSpread());
    if (permit.probe()) {
      turns.probeFailed(permit.table());
    }
    return change(kind, now);
  }

  /** The server answered, be it that it rejects a row. */
  public synchronized Change answered(Permit permit, long now) {
    if (!settle(permit) || failures == 0) {
      return change(Kind.NONE, now);
    }
    Duration openFor = openFor(now);
    failures = 0;
    probe = null;
    lastError = "";
    turns.clear();
    return new Change(Kind.CLOSED, openFor, snapshot(now));
  }

  /** Nothing was learnt, such as when no request went out. */
  public synchronized void released(Permit permit) {
    settle(permit);
  }

  /** Ends the window now; who is away comes back when its delay ends, and any table may probe. */
  public synchronized void retryNow(long now) {
    if (failures > 0 && until - now > 0) {
      until = now;
      turns.anyone();
    }
  }

  public synchronized Snapshot snapshot(long now) {
    if (failures == 0) {
      return new Snapshot(scope, State.CLOSED, 0, Duration.ZERO, Duration.ZERO, "");
    }
    return new Snapshot(
        scope,
        probe == null ? State.OPEN : State.PROBING,
        failures,
        Duration.ofNanos(Math.max(0, until - now)),
        openFor(now),
        lastError);
  }

  /** Closed, and no outcome can come in that would open it. */
  synchronized boolean idle() {
    return failures == 0 && permitsOut == 0;
  }

  private Optional<Duration> delay(String table, long now) {
    if (until - now > 0) {
      return Optional.of(Duration.ofNanos(until - now + delays.spread()));
    }
    if (probe != null || turns.waits(table, now)) {
      return Optional.of(Duration.ofNanos(delays.whileProbing()));
    }
    return Optional.empty();
  }

  /** Never negative: threads read the clock before they come in here, in any order. */
  private Duration openFor(long now) {
    return Duration.ofNanos(Math.max(0, now - since));
  }

  private boolean settle(Permit permit) {
    if (!permit.settle()) {
      return false;
    }
    permitsOut--;
    if (probe == permit) {
      probe = null;
    }
    return true;
  }

  private Change change(Kind kind, long now) {
    return new Change(kind, Duration.ZERO, snapshot(now));
  }
}

package io.wavehouse.ingest.backoff;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * All backoffs: one per pool (or dead-letter stream), shared by its tables, and one per table for
 * the failures of that table alone. Thread-safe.
 *
 * <p>A backoff is there from the first claim on, and dropped when it is closed and every claim
 * settled: what is kept is bounded by what is in flight and what is down.
 *
 * <p><b>Failure semantics.</b> A table that cannot take inserts neither holds back its neighbours
 * nor is opened again by their successes; the answer that says so shows that the server is up. Any
 * other failure is the pool's, and says nothing about the table.
 */
public final class Backoffs {
  private final Duration initial;
  private final Duration max;
  private final LongSupplier nanoClock;
  private final DoubleSupplier jitter;
  private final Delays delays;
  private final Announcements announcements;
  // Each is changed only within compute, so that none is dropped while someone claims from it.
  private final Map<Scope, Backoff> backoffs = new ConcurrentHashMap<>();

  /**
   * @param initial the first delay
   * @param max the longest one
   * @param nanoClock monotonic, such as {@code System::nanoTime}
   * @param jitter in [0,1), such as {@code ThreadLocalRandom.current().nextDouble()}; thread-safe
   * @throws IllegalArgumentException unless 0 &lt; initial ≤ max
   */
  public Backoffs(
      Duration initial,
      Duration max,
      LongSupplier nanoClock,
      DoubleSupplier jitter,
      BackoffListener listener) {
    this.initial = initial;
    this.max = max;
    this.nanoClock = nanoClock;
    this.jitter = jitter;
    this.delays = new Delays(initial, max, jitter);
    this.announcements = new Announcements(listener);
  }

  /**
   * The gate before rows are buffered; claims nothing.
   *
   * @return empty to go on, else how long the rows stay away
   */
  public Optional<Duration> hold(Scope pool, String table) {
    long now = nanoClock.getAsLong();
    // The table first: rows it holds back are no candidates for the pool's probe.
    return hold(pool.ofTable(table), table, now).or(() -> hold(pool, table, now));
  }

  /** The gate before a flush. A granted ticket must be settled by one of the three outcomes. */
  public Ticket claim(Scope pool, String table) {
    long now = nanoClock.getAsLong();
    Permit ofTable = claim(pool.ofTable(table), table, now);
    Permit ofPool =
        ofTable.granted() ? claim(pool, table, now) : Permit.refused(table, Duration.ZERO);
    if (ofTable.granted() && !ofPool.granted()) {
      release(pool.ofTable(table), ofTable);
    }
    return new Ticket(pool, ofPool, ofTable);
  }

  /**
   * The insert failed and is to be tried again later.
   *
   * @param reason such as {@code unavailable 202 TOO_MANY_SIMULTANEOUS_QUERIES: …}; cut to a line
   * @param tableScoped whether the server said that only this table cannot take inserts
   * @return how long the rows stay away
   */
  public Duration failed(Ticket ticket, String reason, boolean tableScoped) {
    long now = nanoClock.getAsLong();
    Scope pool = ticket.pool();
    Scope table = pool.ofTable(ticket.table());
    if (tableScoped) {
      settle(pool, backoff -> backoff.answered(ticket.ofPool(), now));
      settle(table, backoff -> backoff.failed(ticket.ofTable(), reason, now));
    } else {
      settle(pool, backoff -> backoff.failed(ticket.ofPool(), reason, now));
      release(table, ticket.ofTable());
    }
    announcements.tell();
    // Both are closed when a newer flush was answered meanwhile.
    return hold(pool, ticket.table()).orElseGet(() -> Duration.ofNanos(delays.whileProbing()));
  }

  /** The server answered: the rows landed, or it rejects one. Such an answer is of this table. */
  public void answered(Ticket ticket) {
    long now = nanoClock.getAsLong();
    Scope pool = ticket.pool();
    settle(pool, backoff -> backoff.answered(ticket.ofPool(), now));
    settle(pool.ofTable(ticket.table()), backoff -> backoff.answered(ticket.ofTable(), now));
    announcements.tell();
  }

  /** Nothing was learnt, such as when no request went out. */
  public void released(Ticket ticket) {
    release(ticket.pool(), ticket.ofPool());
    release(ticket.pool().ofTable(ticket.table()), ticket.ofTable());
  }

  /** Tells one more listener what happens from now on. */
  public void addListener(BackoffListener listener) {
    announcements.add(listener);
  }

  /** The backoff of a scope now; empty when there is none, which means closed. */
  public Optional<Snapshot> snapshot(Scope scope) {
    long now = nanoClock.getAsLong();
    return Optional.ofNullable(backoffs.get(scope)).map(backoff -> backoff.snapshot(now));
  }

  /** The open ones, and the closed ones with flushes in flight. */
  public List<Snapshot> snapshots() {
    long now = nanoClock.getAsLong();
    return backoffs.values().stream().map(backoff -> backoff.snapshot(now)).toList();
  }

  /**
   * Drops those of pools that nobody uses any more. An outcome that is still out changes nothing.
   *
   * @param pools the names of those in use
   */
  public void retainPools(Set<String> pools) {
    backoffs.keySet().stream()
        .filter(scope -> scope.kind() == Scope.Kind.POOL && !pools.contains(scope.name()))
        .forEach(this::drop);
    announcements.tell();
  }

  /**
   * Ends the window of a scope now.
   *
   * @return false when there is no backoff of that scope
   */
  public boolean retryNow(Scope scope) {
    long now = nanoClock.getAsLong();
    Backoff backoff = backoffs.get(scope);
    if (backoff == null) {
      return false;
    }
    backoff.retryNow(now);
    return true;
  }

  private Optional<Duration> hold(Scope scope, String table, long now) {
    Backoff backoff = backoffs.get(scope);
    return backoff == null ? Optional.empty() : backoff.hold(table, now);
  }

  private Permit claim(Scope scope, String table, long now) {
    Permit[] permit = new Permit[1];
    backoffs.compute(
        scope,
        (key, there) -> {
          Backoff backoff = there == null ? new Backoff(key, initial, max, jitter) : there;
          permit[0] = backoff.claim(table, now);
          return backoff;
        });
    return permit[0];
  }

  private void settle(Scope scope, Function<Backoff, Change> outcome) {
    backoffs.computeIfPresent(
        scope,
        (key, backoff) -> {
          announcements.note(outcome.apply(backoff));
          return backoff.idle() ? null : backoff;
        });
  }

  private void drop(Scope scope) {
    long now = nanoClock.getAsLong();
    backoffs.computeIfPresent(
        scope,
        (key, backoff) -> {
          announcements.note(new Change(Change.Kind.DROPPED, Duration.ZERO, backoff.snapshot(now)));
          return null;
        });
  }

  private void release(Scope scope, Permit permit) {
    backoffs.computeIfPresent(
        scope,
        (key, backoff) -> {
          backoff.released(permit);
          return backoff.idle() ? null : backoff;
        });
  }
}

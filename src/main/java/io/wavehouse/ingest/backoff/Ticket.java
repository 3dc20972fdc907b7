package io.wavehouse.ingest.backoff;

import java.time.Duration;

/**
 * The permits of one flush, of its pool and of its table. A granted one is settled exactly once
 * with the {@link Backoffs} that gave it; a second settlement changes nothing.
 */
public final class Ticket {
  private final Scope pool;
  private final Permit ofPool;
  private final Permit ofTable;

  Ticket(Scope pool, Permit ofPool, Permit ofTable) {
    this.pool = pool;
    this.ofPool = ofPool;
    this.ofTable = ofTable;
  }

  /** Whether the flush may go. */
  public boolean granted() {
    return ofPool.granted() && ofTable.granted();
  }

  /** How long the rows stay away when it may not; zero when it may. */
  public Duration delay() {
    return longer(ofPool.delay(), ofTable.delay());
  }

  /** Whether an outcome decides about an outage of the pool or of the table. */
  public boolean probe() {
    return granted() && (ofPool.probe() || ofTable.probe());
  }

  Scope pool() {
    return pool;
  }

  String table() {
    return ofPool.table();
  }

  Permit ofPool() {
    return ofPool;
  }

  Permit ofTable() {
    return ofTable;
  }

  static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }
}

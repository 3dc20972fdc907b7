package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Scope;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which tables are being searched now: each once, and only so many of a pool at a time. */
final class Searches {
  private final int mostOfPool;
  private final Set<Scope> tables = new HashSet<>();
  private final Map<Scope, Integer> ofPool = new HashMap<>();

  Searches(int mostOfPool) {
    this.mostOfPool = mostOfPool;
  }

  /** Whether a search of this table may begin; one that began must end. */
  synchronized boolean begin(Scope pool, String table) {
    if (ofPool.getOrDefault(pool, 0) >= mostOfPool || !tables.add(pool.ofTable(table))) {
      return false;
    }
    ofPool.merge(pool, 1, Integer::sum);
    return true;
  }

  synchronized void end(Scope pool, String table) {
    tables.remove(pool.ofTable(table));
    ofPool.computeIfPresent(pool, (key, running) -> running == 1 ? null : running - 1);
  }
}

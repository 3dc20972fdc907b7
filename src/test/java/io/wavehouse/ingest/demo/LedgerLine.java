package io.wavehouse.ingest.demo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One table's account.
 *
 * @param table its name
 * @param published events the stream confirmed, bad ones included
 * @param bad stream sequences of the bad ones, which must be parked
 * @param checksum over the good ones
 * @param landed what ClickHouse holds
 * @param parked stream sequences of what the dead-letter stream holds
 */
record LedgerLine(
    String table,
    long published,
    Set<Long> bad,
    long checksum,
    LandedRows landed,
    Set<Long> parked) {

  /** Events that are neither in ClickHouse nor parked. */
  long lost() {
    return Math.max(0, published - landed.distinct() - parked.size());
  }

  /** Rows that are there once more than they were published. */
  long duplicates() {
    return landed.rows() - landed.distinct();
  }

  /** What does not balance, each in one line that names the table; empty when all does. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    if (!landed.missing().isEmpty()) {
      faults.add(lost() + " lost, among them id " + landed.missing());
    } else if (lost() > 0) {
      faults.add(lost() + " lost, all of them bad events");
    }
    long surplus = landed.distinct() + parked.size() - published;
    if (surplus > 0) {
      faults.add(surplus + " more landed and parked than were published");
    }
    Set<Long> parkedGood = without(parked, bad);
    if (!parkedGood.isEmpty()) {
      faults.add("parked though good: stream sequence " + parkedGood);
    }
    Set<Long> notParked = without(bad, parked);
    if (!notParked.isEmpty()) {
      faults.add("bad and not parked: stream sequence " + notParked);
    }
    if (faults.isEmpty() && landed.checksum() != checksum) {
      faults.add("values differ from what was published: checksum " + landed.checksum());
    }
    return faults.stream().map(fault -> table + ": " + fault).toList();
  }

  private static Set<Long> without(Set<Long> all, Set<Long> some) {
    Set<Long> rest = new HashSet<>(all);
    rest.removeAll(some);
    return rest;
  }
}

package io.wavehouse.ingest.demo;

import java.util.HashSet;
import java.util.Set;

/** What the stream confirmed of one table's events. */
final class Tally {
  private long good;
  private long checksum;
  private final Set<Long> bad = new HashSet<>();

  /**
   * @param sequence the stream's, from its confirmation
   */
  synchronized void add(SampleEvent event, long sequence) {
    if (event.bad()) {
      bad.add(sequence);
    } else {
      good++;
      checksum += event.checksum();
    }
  }

  synchronized long good() {
    return good;
  }

  synchronized LedgerLine against(SampleTable table, LandedRows landed, Set<Long> parked) {
    return new LedgerLine(
        table.name(), good + bad.size(), Set.copyOf(bad), checksum, landed, parked);
  }
}

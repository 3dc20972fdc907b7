package io.wavehouse.ingest.deadletter;

import java.util.List;
import java.util.Optional;

/**
 * What became of a replay or a purge.
 *
 * @param done rows replayed or purged; with a dry run, that would be
 * @param left rows that fit and stay parked for a reason of their own
 * @param reasons why, each once
 * @param stopped why it ended before the last row, in one line
 */
public record Outcome(long done, long left, List<String> reasons, Optional<String> stopped) {
  public Outcome {
    reasons = List.copyOf(reasons);
  }

  /** Whether all that was meant was done. */
  public boolean isComplete() {
    return left == 0 && stopped.isEmpty();
  }
}

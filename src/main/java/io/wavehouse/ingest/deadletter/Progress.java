package io.wavehouse.ingest.deadletter;

/** Told while rows are worked on. */
@FunctionalInterface
public interface Progress {
  /** Nobody looks. */
  Progress NONE = (fraction, rows) -> true;

  /**
   * Told after each row that was looked at.
   *
   * @param fraction of the way, from 0 to 1
   * @param rows done so far
   * @return false to stop here
   */
  boolean at(double fraction, long rows);
}

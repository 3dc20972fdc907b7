package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.jetstream.Delivery;
import io.wavehouse.ingest.settings.BatchSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows of one table on their way into one INSERT, in the order of the stream. Not thread-safe. */
public final class Batch {
  private final Target target;
  private final BatchSettings limits;
  private final List<Delivery> rows = new ArrayList<>();
  private final long startedNanos = System.nanoTime();
  private long bytes;

  public Batch(Target target, BatchSettings limits) {
    this.target = target;
    this.limits = limits;
  }

  void add(Delivery row) {
    rows.add(row);
    bytes += row.size();
  }

  void addAll(Batch later) {
    later.rows.forEach(this::add);
  }

  public Target getTarget() {
    return target;
  }

  public List<Delivery> getRows() {
    return Collections.unmodifiableList(rows);
  }

  /** Whether the rows or bytes for a flush are there. */
  public boolean isFull() {
    return rows.size() >= limits.maxRows() || bytes >= limits.maxBytes();
  }

  /**
   * Until the batch has waited long enough, at least 1. As Camel's completion timeout counts from
   * the last arrival, giving it this bounds the age of the first.
   */
  public long getMillisLeft() {
    long left = limits.maxWait().toNanos() - (System.nanoTime() - startedNanos);
    return Math.max(1, Duration.ofNanos(left).toMillis());
  }
}

package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.clickhouse.Failure;
import java.util.List;

/**
 * Told what became of the rows of a refused batch, each row exactly once.
 *
 * @param <R> a row
 */
public interface Fate<R> {
  /** ClickHouse confirmed the rows. */
  void landed(List<R> rows);

  /** The rows were judged and are to be parked. */
  void parked(List<R> rows, Failure verdict);

  /** The rows were not judged and are to be handed back. */
  void returned(List<R> rows, Failure why);
}

package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.clickhouse.Failure;
import io.wavehouse.ingest.clickhouse.FailureClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the rows a refused batch was refused for, by inserting parts of it.
 *
 * <p><b>Failure semantics.</b> A row is parked only when it was refused alone, or with its whole
 * table (a missing table, confirmed by the first and the last row alone). A part that lands is
 * reported at once. Any answer that judges no row stops the search: what has landed or was parked
 * stays so, the row that met it and all that were not yet decided are returned. A refusal that came
 * through a materialized view is looked for row by row, since each attempt may have stored its
 * block already.
 *
 * <p><b>Bounds.</b> k bad rows in n cost O(k·log n) requests, and never more than 1.1·n + 30, the
 * refused one included: an attempt on several rows is made only while row by row would still fit
 * after it. Time, threads and transport are the caller's.
 *
 * @param <R> a row
 */
public final class Isolation<R> {
  private final Function<List<R>, Optional<Failure>> insert;
  private final Fate<R> fate;
  private final Deque<List<R>> parts = new ArrayDeque<>();
  private final long budget;
  private long requests = 1;
  private int undecided;
  private boolean hintsHold = true;
  private Failure stopped;

  /**
   * For one batch.
   *
   * @param insert inserts the rows, in order; empty when they landed
   * @param fate told of each row exactly once
   * @param rows in the batch
   */
  public Isolation(Function<List<R>, Optional<Failure>> insert, Fate<R> fate, int rows) {
    this.insert = insert;
    this.fate = fate;
    this.undecided = rows;
    this.budget = rows + rows / 10 + 30L;
  }

  /**
   * Decides the batch.
   *
   * @param batch as it was inserted
   * @param refusal a rejection, or a refusal of the batch's size
   * @return what stopped it, when rows were returned
   */
  public Optional<Failure> decide(List<R> batch, Failure refusal) {
    if (refusal.splittable()) {
      split(batch);
    } else if (batch.size() == 1) {
      park(batch, refusal);
    } else if (refusal.isTableVerdict()) {
      confirmTable(batch, refusal);
    } else {
      divide(batch, refusal);
    }
    while (stopped == null && !parts.isEmpty()) {
      attempt(parts.pop());
    }
    return Optional.ofNullable(stopped);
  }

  /** Rows one at a time until one lands: then only the size was wrong, and the rest is halved. */
  private void split(List<R> batch) {
    for (int i = 0; i < batch.size() && stopped == null; i++) {
      parts.push(after(batch, i));
      boolean landed = alone(batch.get(i));
      if (stopped == null) {
        parts.pop();
      }
      if (landed) {
        halve(after(batch, i));
        return;
      }
    }
  }

  private void confirmTable(List<R> batch, Failure refusal) {
    List<R> first = batch.subList(0, 1);
    List<R> last = batch.subList(batch.size() - 1, batch.size());
    List<R> between = batch.subList(1, batch.size() - 1);
    parts.push(last);
    parts.push(between);
    if (!confirms(first, refusal) || stopped != null) {
      return;
    }
    parts.clear();
    parts.push(between);
    if (confirms(last, refusal)) {
      parts.clear();
      park(between, refusal);
    }
  }

  /** Whether the row alone earns the very verdict on its table. */
  private boolean confirms(List<R> row, Failure verdict) {
    Optional<Failure> failure = request(row);
    settle(row, failure);
    return failure.filter(f -> f.isTableVerdict() && f.code() == verdict.code()).isPresent();
  }

  private void attempt(List<R> rows) {
    if (rows.isEmpty()) {
      return;
    }
    if (rows.size() > 1 && requests + 1 + undecided > budget) {
      rowByRow(rows);
      return;
    }
    Optional<Failure> failure = request(rows);
    if (rows.size() > 1 && failure.filter(Isolation::isDivisible).isPresent()) {
      divide(rows, failure.get());
    } else {
      settle(rows, failure);
    }
  }

  private void divide(List<R> rows, Failure refusal) {
    int hint = refusal.rowHint().orElse(0);
    if (refusal.throughView()) {
      rowByRow(rows);
    } else if (hintsHold && hint >= 1 && hint <= rows.size()) {
      follow(rows, hint - 1);
    } else {
      halve(rows);
    }
  }

  private void follow(List<R> rows, int index) {
    List<R> others = new ArrayList<>(rows);
    R suspect = others.remove(index);
    parts.push(others);
    if (alone(suspect) && stopped == null) {
      hintsHold = false;
      halve(parts.pop());
    }
  }

  private void halve(List<R> rows) {
    int half = rows.size() / 2;
    parts.push(rows.subList(half, rows.size()));
    parts.push(rows.subList(0, half));
  }

  private void rowByRow(List<R> rows) {
    for (int i = rows.size() - 1; i >= 0; i--) {
      parts.push(rows.subList(i, i + 1));
    }
  }

  /** Whether the row landed. */
  private boolean alone(R row) {
    List<R> part = List.of(row);
    Optional<Failure> failure = request(part);
    settle(part, failure);
    return failure.isEmpty();
  }

  private Optional<Failure> request(List<R> rows) {
    requests++;
    return insert.apply(rows);
  }

  private void settle(List<R> rows, Optional<Failure> failure) {
    if (failure.isEmpty()) {
      undecided -= rows.size();
      fate.landed(rows);
    } else if (rows.size() == 1 && failure.get().failureClass() == FailureClass.REJECTED) {
      park(rows, failure.get());
    } else {
      stop(rows, failure.get());
    }
  }

  private void park(List<R> rows, Failure verdict) {
    undecided -= rows.size();
    fate.parked(rows, verdict);
  }

  private void stop(List<R> met, Failure why) {
    List<R> returned = new ArrayList<>(met);
    parts.forEach(returned::addAll);
    parts.clear();
    stopped = why;
    fate.returned(returned, why);
  }

  private static boolean isDivisible(Failure failure) {
    return failure.failureClass() == FailureClass.REJECTED || failure.splittable();
  }

  private static <R> List<R> after(List<R> rows, int index) {
    return rows.subList(index + 1, rows.size());
  }
}

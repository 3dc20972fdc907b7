package io.wavehouse.ingest.deadletter;

import io.wavehouse.ingest.batch.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which parked rows are meant: those that fit all of it.
 *
 * @param tenant id, {@code 0} for the default one
 * @param table its real name
 * @param failureClass {@code rejected} or {@code poison}
 * @param code ClickHouse's exception code
 * @param older parked longer ago than this
 * @param newer parked less long ago than this
 * @param from first sequence
 * @param to last sequence
 */
public record DeadLetterFilter(
    Optional<String> tenant,
    Optional<String> table,
    Optional<String> failureClass,
    Optional<String> code,
    Optional<Duration> older,
    Optional<Duration> newer,
    long from,
    long to) {
  private static final String ANY = "*";

  /** Takes every row. */
  public boolean isEmpty() {
    return tenant.isEmpty()
        && table.isEmpty()
        && failureClass.isEmpty()
        && code.isEmpty()
        && older.isEmpty()
        && newer.isEmpty()
        && from <= 1
        && to == Long.MAX_VALUE;
  }

  /** The subjects of the rows that can fit, so that the server sends no others. */
  String subject() {
    String[] tokens =
        new Target(tenant.orElse(""), table.orElse("")).subject("dlq").split("\\.", -1);
    return tenant.isEmpty() && table.isEmpty()
        ? "dlq.>"
        : "dlq." + (tenant.isEmpty() ? ANY : tokens[1]) + "." + (table.isEmpty() ? ANY : tokens[2]);
  }

  /**
   * Whether the row is meant.
   *
   * @param now the moment ages are reckoned from
   */
  boolean test(DeadLetter letter, Instant now) {
    Duration age = Duration.between(letter.parkedAt(), now);
    return letter.sequence() >= from
        && letter.sequence() <= to
        && tenant.map(letter.tenant()::equals).orElse(true)
        && table.map(letter.table()::equals).orElse(true)
        && failureClass.map(letter.failureClass()::equals).orElse(true)
        && code.map(letter.code()::equals).orElse(true)
        && older.map(limit -> age.compareTo(limit) > 0).orElse(true)
        && newer.map(limit -> age.compareTo(limit) < 0).orElse(true);
  }
}

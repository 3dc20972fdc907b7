package io.wavehouse.ingest.deadletter;

import io.wavehouse.ingest.settings.Amounts;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is asked for, by the same words on the command line, in a URL and in JMX.
 *
 * @param filter which rows
 * @param all every row is meant, said on purpose
 * @param dryRun only count
 * @param yes purge for good
 * @param rate rows a second at most, 0 for no limit
 * @param limit rows to list at most, 0 for the caller's default
 */
public record DeadLetterRequest(
    DeadLetterFilter filter, boolean all, boolean dryRun, boolean yes, int rate, int limit) {
  private static final int MOST = 1_000_000_000;
  private static final Set<String> CLASSES = Set.of("rejected", "poison");

  /**
   * Reads the words.
   *
   * @throws IllegalArgumentException in one line, for a word there is not or a value it cannot have
   */
  public static DeadLetterRequest of(Map<String, String> words) {
    Map<String, String> left = new TreeMap<>(words);
    Optional<Long> one = number(left, "seq", Long.MAX_VALUE);
    Optional<Long> from = number(left, "from", Long.MAX_VALUE);
    Optional<Long> to = number(left, "to", Long.MAX_VALUE);
    if (one.isPresent() && (from.isPresent() || to.isPresent())) {
      throw new IllegalArgumentException("one sequence, or from and to, not both");
    }
    DeadLetterFilter filter =
        new DeadLetterFilter(
            text(left, "tenant"),
            text(left, "table"),
            oneOf(left, "class", CLASSES),
            number(left, "code", Integer.MAX_VALUE).map(String::valueOf),
            duration(left, "older"),
            duration(left, "newer"),
            one.or(() -> from).orElse(1L),
            one.or(() -> to).orElse(Long.MAX_VALUE));
    DeadLetterRequest request =
        new DeadLetterRequest(
            filter,
            flag(left, "all"),
            flag(left, "dry-run"),
            flag(left, "yes"),
            number(left, "rate", MOST).orElse(0L).intValue(),
            number(left, "limit", MOST).orElse(0L).intValue());
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no "
              + EncodedName.encode(left.keySet().iterator().next())
              + "; there are tenant, table, class, code, older, newer, from, to, seq, all, dry-run,"
              + " yes, rate and limit");
    }
    return request;
  }

  /**
   * Refuses a replay of everything that nobody asked for.
   *
   * @throws IllegalArgumentException in one line
   */
  public void requireChoice() {
    if (filter.isEmpty() && !all) {
      throw new IllegalArgumentException("say which rows: a sequence, a filter, or all");
    }
  }

  /** Whether a purge with these words removes nothing. */
  public boolean isOnlyCounting() {
    return dryRun || !yes;
  }

  private static Optional<String> text(Map<String, String> words, String name) {
    Optional<String> value = Optional.ofNullable(words.remove(name));
    if (value.filter(String::isEmpty).isPresent()) {
      throw new IllegalArgumentException(name + " needs a value");
    }
    return value;
  }

  private static Optional<String> oneOf(
      Map<String, String> words, String name, Set<String> values) {
    Optional<String> value = text(words, name);
    return value.filter(values::contains).or(() -> refuse(name, value, "rejected or poison"));
  }

  private static Optional<Duration> duration(Map<String, String> words, String name) {
    Optional<String> value = text(words, name);
    return value
        .flatMap(Amounts::duration)
        .or(() -> refuse(name, value, "a duration such as 90s, 10m or 48h"));
  }

  private static Optional<Long> number(Map<String, String> words, String name, long most) {
    Optional<String> value = text(words, name);
    return value
        .filter(digits -> digits.matches("[0-9]{1,18}"))
        .map(Long::valueOf)
        .filter(number -> number >= 1 && number <= most)
        .or(() -> refuse(name, value, "a whole number from 1"));
  }

  private static boolean flag(Map<String, String> words, String name) {
    String value = words.remove(name);
    if (value != null && !value.isEmpty() && !value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException(name + " is true or false");
    }
    return value != null && !value.equals("false");
  }

  private static <T> Optional<T> refuse(String name, Optional<String> value, String rule) {
    if (value.isPresent()) {
      throw new IllegalArgumentException(
          name + "=" + EncodedName.encode(value.get()) + " must be " + rule);
    }
    return Optional.empty();
  }
}

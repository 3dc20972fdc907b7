package io.wavehouse.ingest.settings;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How durations and sizes are spelled. */
public final class Amounts {
  /** What a text that is no duration breaks. */
  public static final String DURATION_RULE = "must be a duration such as 300ms, 5s, 1m or 1h";

  static final String SIZE_RULE = "must be a size such as 8MiB, 1GiB or plain bytes";

  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,18})([A-Za-z]*)");
  private static final Map<String, Duration> TIMES =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1));
  private static final Map<String, Long> SIZES =
      Map.of("", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);

  /** Longer is a slip of the hand, and still fits NATS's nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private Amounts() {}

  /** A duration as the settings spell it; empty for any other text. */
  public static Optional<Duration> duration(String text) {
    Matcher matcher = AMOUNT.matcher(text);
    Duration unit = matcher.matches() ? TIMES.get(matcher.group(2)) : null;
    if (unit == null) {
      return Optional.empty();
    }
    long count = Long.parseLong(matcher.group(1));
    return count > LONGEST.toMillis() / unit.toMillis()
        ? Optional.empty()
        : Optional.of(unit.multipliedBy(count));
  }

  static Optional<Long> bytes(String text) {
    Matcher matcher = AMOUNT.matcher(text);
    Long unit = matcher.matches() ? SIZES.get(matcher.group(2)) : null;
    if (unit == null) {
      return Optional.empty();
    }
    long count = Long.parseLong(matcher.group(1));
    return count > Long.MAX_VALUE / unit ? Optional.empty() : Optional.of(count * unit);
  }

  /** As the user would write it: {@code 1500ms}, {@code 4s}. */
  static String spell(Duration duration) {
    return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
  }
}

package io.wavehouse.ingest.backoff;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An outage as the operator reads it: WARN when it starts and at most every 30 s while it lasts,
 * INFO with its length when it ends. One line each: where, why, what happens next, what to do.
 */
public final class BackoffLog implements BackoffListener {
  private static final Logger LOG = LoggerFactory.getLogger(BackoffLog.class);
  private static final Duration EVERY = Duration.ofSeconds(30);
  private final LongSupplier nanoClock;
  // The time of the last line of each outage that lasts.
  private final Map<Scope, Long> said = new ConcurrentHashMap<>();

  /**
   * @param nanoClock monotonic, such as {@code System::nanoTime}
   */
  public BackoffLog(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  @Override
  public void opened(Snapshot backoff) {
    said.put(backoff.scope(), nanoClock.getAsLong());
    LOG.warn(
        "{} cannot take {} ({}); rows wait in the queue, next try in {}. {}",
        backoff.scope(),
        what(backoff.scope()),
        backoff.lastError(),
        seconds(backoff.timeLeft()),
        advice(backoff.scope()));
  }

  @Override
  public void stillOpen(Snapshot backoff) {
    long now = nanoClock.getAsLong();
    Long last = said.get(backoff.scope());
    if (last != null && now - last < EVERY.toNanos()) {
      return;
    }
    said.put(backoff.scope(), now);
    LOG.warn(
        "{} cannot take {} for {} and {} tries now ({}); rows wait in the queue, next try in {}. {}",
        backoff.scope(),
        what(backoff.scope()),
        seconds(backoff.openFor()),
        backoff.failures(),
        backoff.lastError(),
        seconds(backoff.timeLeft()),
        advice(backoff.scope()));
  }

  @Override
  public void closed(Scope scope, Duration openFor) {
    said.remove(scope);
    LOG.info("{} takes {} again after {}", scope, what(scope), seconds(openFor));
  }

  @Override
  public void dropped(Scope scope) {
    said.remove(scope);
  }

  private static String what(Scope scope) {
    return scope.kind() == Scope.Kind.DEAD_LETTERS ? "dead letters" : "inserts";
  }

  private static String advice(Scope scope) {
    if (scope.oneTable()) {
      return "Check this table; others of the server are not held back";
    }
    return switch (scope.kind()) {
      case POOL -> "Check that the server is up and lets this user insert";
      case DEAD_LETTERS -> "Check that the stream exists and has room: replay or purge parked rows";
    };
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toNanos() / 1e9);
  }
}

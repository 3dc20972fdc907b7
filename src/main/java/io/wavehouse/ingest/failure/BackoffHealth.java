package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.backoff.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * The open backoffs as a detail of readiness. Never down: in an outage the bundle does what it is
 * there for, and restarting it would help nobody.
 */
public final class BackoffHealth extends AbstractHealthCheck {
  private static final int MAX_NAMED = 3;
  private final Backoffs backoffs;

  public BackoffHealth(Backoffs backoffs) {
    super("wavehouse", "backoffs");
    this.backoffs = backoffs;
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    List<Snapshot> open =
        backoffs.snapshots().stream()
            .filter(backoff -> backoff.state() != Snapshot.State.CLOSED)
            .toList();
    open.forEach(backoff -> builder.detail(backoff.scope().toString(), text(backoff)));
    if (!open.isEmpty()) {
      builder.message(
          "degraded: "
              + open.stream()
                  .limit(MAX_NAMED)
                  .map(backoff -> backoff.scope() + " " + text(backoff))
                  .collect(Collectors.joining("; ")));
    }
    builder.up();
  }

  private static String text(Snapshot backoff) {
    return "for "
        + backoff.openFor().toSeconds()
        + " s, next try in "
        + backoff.timeLeft().toMillis()
        + " ms ("
        + backoff.lastError()
        + ")";
  }
}

package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.batch.Target;
import io.wavehouse.ingest.settings.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.Exchange;

/**
 * The predicate before rows are buffered: true while their pool or table backs off, so that the
 * queue holds the backlog of an outage and not the process.
 */
public final class Gate {
  private final Pools pools;
  private final Backoffs backoffs;

  public Gate(Supplier<Settings> settings, Backoffs backoffs) {
    this.pools = new Pools(settings);
    this.backoffs = backoffs;
  }

  /** Whether the rows go back at once; notes for how long. */
  public boolean holds(Exchange exchange) {
    Target target = Batch.of(exchange).getTarget();
    Optional<Duration> delay =
        target.fault().isEmpty()
            ? pools.of(target).flatMap(pool -> backoffs.hold(pool, target.table()))
            : Optional.empty();
    delay.ifPresent(held -> exchange.setProperty(Retry.PROPERTY, Retry.backoff(held)));
    return delay.isPresent();
  }
}

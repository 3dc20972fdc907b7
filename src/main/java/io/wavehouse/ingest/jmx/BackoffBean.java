package io.wavehouse.ingest.jmx;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.backoff.Scope;
import io.wavehouse.ingest.backoff.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;

/** One backoff as JMX shows it; times are ISO instants of the wall clock, empty when closed. */
@ManagedResource(description = "Backoff: when inserts are tried again")
public final class BackoffBean {
  private final Scope scope;
  private final Backoffs backoffs;
  private final Clock clock;

  BackoffBean(Scope scope, Backoffs backoffs, Clock clock) {
    this.scope = scope;
    this.backoffs = backoffs;
    this.clock = clock;
  }

  @ManagedAttribute(description = "The pool, table or dead-letter stream that is left alone")
  public String getScope() {
    return scope.toString();
  }

  @ManagedAttribute(description = "OPEN: no request; PROBING: one is out; CLOSED: all go")
  public String getState() {
    return of(Snapshot::state, Snapshot.State.CLOSED).name();
  }

  @ManagedAttribute(description = "Failures in a row")
  public int getFailures() {
    return of(Snapshot::failures, 0);
  }

  @ManagedAttribute(description = "When the outage began")
  public String getSince() {
    return time(backoff -> backoff.openFor().negated());
  }

  @ManagedAttribute(description = "When the next request may go; now or past: with the next rows")
  public String getUntil() {
    return time(Snapshot::timeLeft);
  }

  @ManagedAttribute(description = "The last failure, one line")
  public String getLastError() {
    return of(Snapshot::lastError, "");
  }

  @ManagedOperation(
      description =
          "Ends the window now: the next rows are tried at once; rows already handed back return"
              + " when their delay ends")
  public void retryNow() {
    backoffs.retryNow(scope);
  }

  private String time(Function<Snapshot, Duration> fromNow) {
    return of(
        backoff ->
            backoff.failures() == 0 ? "" : clock.instant().plus(fromNow.apply(backoff)).toString(),
        "");
  }

  private <T> T of(Function<Snapshot, T> figure, T closed) {
    return backoffs.snapshot(scope).map(figure).orElse(closed);
  }
}

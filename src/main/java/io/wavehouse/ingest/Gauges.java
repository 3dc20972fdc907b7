package io.wavehouse.ingest;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.backoff.Scope;
import io.wavehouse.ingest.backoff.Snapshot;
import io.wavehouse.ingest.jetstream.ConsumerState;
import io.wavehouse.ingest.jetstream.JetStreamConsumer;
import io.wavehouse.ingest.metrics.IngestMetrics;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;

/** What is counted only when somebody looks: of all consumers there are now, and all backoffs. */
final class Gauges {
  private final CamelContext camel;
  private final Backoffs backoffs;

  Gauges(CamelContext camel, Backoffs backoffs) {
    this.camel = camel;
    this.backoffs = backoffs;
  }

  void register(IngestMetrics metrics) {
    metrics.gauge("in.hand.rows", "Rows received and not settled", () -> sum(s -> s.rowsInHand()));
    metrics.gauge(
        "in.hand.bytes",
        "Payload bytes received and not settled",
        () -> sum(ConsumerState::bytesInHand));
    metrics.gauge(
        "in.hand.oldest.seconds",
        "Age of the oldest row received and not settled, 0 without any",
        () -> consumers().mapToLong(ConsumerState::oldestSeconds).max().orElse(0));
    metrics.gauge(
        "consumers.unready",
        "Consumers without NATS, not pulling, or with a row in hand far too long",
        () -> consumers().filter(state -> !state.ready()).count());
    metrics.gauge(
        "consumer.lag",
        "Messages of the queue not acked yet; not a number while it is not known",
        this::lag);
    String open = "Backoffs that let no or one request through";
    metrics.gauge(
        "backoffs.open",
        open,
        () -> open(s -> s.kind() == Scope.Kind.POOL && !s.oneTable()),
        "scope",
        "pool");
    metrics.gauge(
        "backoffs.open",
        open,
        () -> open(s -> s.kind() == Scope.Kind.POOL && s.oneTable()),
        "scope",
        "table");
    metrics.gauge(
        "backoffs.open",
        open,
        () -> open(s -> s.kind() == Scope.Kind.DEAD_LETTERS),
        "scope",
        "dlq");
  }

  /** One that is not known makes the sum unknown: a zero would say that all is well. */
  private double lag() {
    return consumers().anyMatch(state -> state.lag() < 0) ? Double.NaN : sum(ConsumerState::lag);
  }

  private long sum(ToLongFunction<ConsumerState> figure) {
    return consumers().mapToLong(figure).sum();
  }

  private Stream<ConsumerState> consumers() {
    return camel.getRoutes().stream()
        .map(Route::getConsumer)
        .filter(JetStreamConsumer.class::isInstance)
        .map(consumer -> ((JetStreamConsumer) consumer).state());
  }

  private long open(Predicate<Scope> kind) {
    return backoffs.snapshots().stream()
        .filter(backoff -> backoff.state() != Snapshot.State.CLOSED && kind.test(backoff.scope()))
        .count();
  }
}

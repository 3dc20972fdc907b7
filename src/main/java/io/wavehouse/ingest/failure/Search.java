package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.backoff.Scope;
import io.wavehouse.ingest.backoff.Ticket;
import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.batch.Row;
import io.wavehouse.ingest.clickhouse.Classifier;
import io.wavehouse.ingest.clickhouse.Failure;
import io.wavehouse.ingest.clickhouse.FailureClass;
import io.wavehouse.ingest.metrics.IngestMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;

/**
 * The inserts of one isolation, each under the backoffs like any other.
 *
 * <p><b>Failure semantics.</b> A part is sent only with a ticket; when a backoff runs by then, the
 * search stops without a request. An answer about the size of several rows opens no backoff: a
 * smaller part decides.
 */
final class Search implements Fate<Row> {
  /** Stands for a request that was not made. */
  private static final Failure HELD_BACK =
      new Failure(
          FailureClass.UNAVAILABLE,
          0,
          "",
          0,
          "a backoff runs, no request was made",
          false,
          false,
          OptionalInt.empty(),
          false,
          false);

  private final Batch batch;
  private final Scope pool;
  private final Backoffs backoffs;
  private final Classifier classifier;
  private final Settlement settlement;
  private final ProducerTemplate template;
  private final IngestMetrics metrics;
  private final List<JudgedRow> judged = new ArrayList<>();
  // A split's first row belongs to the probe of its batch.
  private Ticket first;
  private Duration delay = Duration.ZERO;
  private Retry retry;

  Search(
      Exchange exchange,
      Scope pool,
      Backoffs backoffs,
      Classifier classifier,
      Settlement settlement,
      ProducerTemplate template,
      IngestMetrics metrics) {
    this.batch = Batch.of(exchange);
    this.first = Claim.of(exchange);
    this.pool = pool;
    this.backoffs = backoffs;
    this.classifier = classifier;
    this.settlement = settlement;
    this.template = template;
    this.metrics = metrics;
    if (exchange.getProperty(Triage.FAILURE, Failure.class).failureClass()
        == FailureClass.REJECTED) {
      first = null;
    }
  }

  /** The rows to park. */
  List<JudgedRow> judged() {
    return judged;
  }

  /** How the rest goes back, or null when there is none. */
  Retry retry() {
    return retry;
  }

  /** Inserts some of the rows; empty when they landed. */
  Optional<Failure> insert(List<Row> rows) {
    Ticket ticket = first != null ? first : backoffs.claim(pool, batch.getTarget().table());
    first = null;
    if (!ticket.granted()) {
      delay = ticket.delay();
      return Optional.of(HELD_BACK);
    }
    try {
      metrics.searched(batch.getTarget().table());
      Optional<Failure> failure = send(batch.with(rows));
      failure.ifPresent(met -> metrics.failed(met.failureClass().metricName()));
      settle(ticket, failure, rows.size());
      return failure;
    } finally {
      backoffs.released(ticket);
    }
  }

  private Optional<Failure> send(Batch part) {
    Exchange answer =
        template.send(
            Isolate.INSERT,
            request -> {
              request.getMessage().setBody(part);
              request.setProperty(Batch.PROPERTY, part);
            });
    return Optional.ofNullable(answer.getException())
        .map(thrown -> classifier.classify(answer, thrown));
  }

  private void settle(Ticket ticket, Optional<Failure> failure, int rows) {
    if (failure.isEmpty() || failure.get().failureClass() == FailureClass.REJECTED) {
      backoffs.answered(ticket);
    } else if (!failure.get().splittable() || rows == 1) {
      delay = backoffs.failed(ticket, failure.get().reason(), failure.get().tableScoped());
    }
  }

  @Override
  public void landed(List<Row> rows) {
    settlement.landed(batch.with(rows));
  }

  @Override
  public void parked(List<Row> rows, Failure verdict) {
    rows.forEach(
        row -> judged.add(new JudgedRow(row, batch.getTarget(), Verdict.of(verdict), false)));
  }

  @Override
  public void returned(List<Row> rows, Failure why) {
    retry = why.equals(HELD_BACK) ? Retry.backoff(delay) : Retry.of(why.failureClass(), delay);
  }
}

package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.backoff.Scope;
import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.clickhouse.Classifier;
import io.wavehouse.ingest.clickhouse.Failure;
import io.wavehouse.ingest.metrics.IngestMetrics;
import io.wavehouse.ingest.settings.Settings;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;

/**
 * Looks for the rows a batch was refused for, by inserting parts of it through {@value #INSERT}.
 * One search a table at a time, on at most half of its pool's threads; a batch that finds no place
 * goes back to the queue.
 *
 * <p><b>Failure semantics.</b> Those of {@link Isolation}: what lands is acked at once, what is
 * rejected alone is left for the dead letters, what was not judged goes back.
 */
public final class Isolate implements Processor {
  /** The route that inserts one part; it handles no error. */
  static final String INSERT = "direct:insert-part";

  private final Pools pools;
  private final Backoffs backoffs;
  private final Classifier classifier;
  private final Settlement settlement;
  private final ProducerTemplate template;
  private final IngestMetrics metrics;
  private final Searches searches;
  private final Duration comeAgain;

  public Isolate(
      Supplier<Settings> settings,
      Backoffs backoffs,
      Classifier classifier,
      Settlement settlement,
      ProducerTemplate template,
      IngestMetrics metrics) {
    this.pools = new Pools(settings);
    this.backoffs = backoffs;
    this.classifier = classifier;
    this.settlement = settlement;
    this.template = template;
    this.metrics = metrics;
    this.searches = new Searches(Math.max(1, settings.get().insertThreads() / 2));
    this.comeAgain = settings.get().backoff().initial();
  }

  @Override
  public void process(Exchange exchange) {
    Batch batch = Batch.of(exchange);
    Scope pool = pools.of(batch.getTarget()).orElseThrow();
    Failure refusal = exchange.getProperty(Triage.FAILURE, Failure.class);
    if (!searches.begin(pool, batch.getTarget().table())) {
      backoffs.released(Claim.of(exchange));
      exchange.setProperty(Retry.PROPERTY, Retry.backoff(comeAgain));
      return;
    }
    try {
      Search search =
          new Search(exchange, pool, backoffs, classifier, settlement, template, metrics);
      new Isolation<>(search::insert, search, batch.getRows().size())
          .decide(batch.getRows(), refusal);
      exchange.setProperty(JudgedRow.PROPERTY, search.judged());
      exchange.setProperty(Retry.PROPERTY, search.retry());
    } finally {
      searches.end(pool, batch.getTarget().table());
    }
  }
}

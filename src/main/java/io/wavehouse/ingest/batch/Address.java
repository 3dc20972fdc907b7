package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.jetstream.Chunk;
import io.wavehouse.ingest.jetstream.Delivery;
import io.wavehouse.ingest.settings.Settings;
import java.time.Duration;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the messages of a subject into rows for a table.
 *
 * <p><b>Failure semantics.</b> Poison (a payload that is not exactly one JSON object, a subject
 * that addresses no table) never enters a batch. It goes back to the queue with a long delay and a
 * WARN: it is neither lost nor in the way of good rows.
 */
public final class Address implements Processor {
  private static final Logger LOG = LoggerFactory.getLogger(Address.class);
  private static final Duration POISON_DELAY = Duration.ofSeconds(30);
  private final Settings settings;

  public Address(Settings settings) {
    this.settings = settings;
  }

  @Override
  public void process(Exchange exchange) throws InvalidPayloadException {
    Chunk chunk = exchange.getMessage().getMandatoryBody(Chunk.class);
    exchange.getMessage().removeHeaders("*");
    Target target;
    try {
      target = Target.of(chunk.subject());
    } catch (IllegalArgumentException e) {
      chunk.deliveries().forEach(row -> handBack(row, e.getMessage()));
      exchange.setRouteStop(true);
      return;
    }
    Batch batch = new Batch(target, settings.batch(target.table()));
    for (Delivery row : chunk.deliveries()) {
      Optional<String> fault = JsonObjectCheck.fault(row.payload());
      fault.ifPresentOrElse(why -> handBack(row, why), () -> batch.add(row));
    }
    exchange.getMessage().setBody(batch);
    exchange.setRouteStop(batch.getRows().isEmpty());
  }

  private static void handBack(Delivery row, String why) {
    LOG.warn(
        "poison: message {} of stream {} on {}: {}; it comes again in {} s. Correct its publisher",
        row.id().sequence(),
        row.id().stream(),
        row.subject(),
        why,
        POISON_DELAY.toSeconds());
    row.nakWithDelay(POISON_DELAY);
  }
}

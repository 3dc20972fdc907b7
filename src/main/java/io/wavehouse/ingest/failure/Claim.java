package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.backoff.Scope;
import io.wavehouse.ingest.backoff.Ticket;
import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.batch.Target;
import io.wavehouse.ingest.settings.Settings;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * The gate before a flush: a ticket for one insert, or a failure when a backoff runs.
 *
 * <p><b>Failure semantics.</b> Whatever happens to the exchange, its ticket is released at the end,
 * so that a lost outcome never keeps a probe out for ever.
 */
public final class Claim implements Processor {
  private static final String TICKET = "WavehouseTicket";
  private final Pools pools;
  private final Backoffs backoffs;

  public Claim(Supplier<Settings> settings, Backoffs backoffs) {
    this.pools = new Pools(settings);
    this.backoffs = backoffs;
  }

  @Override
  public void process(Exchange exchange) throws HeldBackException, NoConnectionException {
    Batch batch = exchange.getMessage().getBody(Batch.class);
    exchange.setProperty(Batch.PROPERTY, batch);
    Target target = batch.getTarget();
    Scope pool = pools.of(target).orElseThrow(() -> new NoConnectionException(target.tenant()));
    Ticket ticket = backoffs.claim(pool, target.table());
    if (!ticket.granted()) {
      throw new HeldBackException(ticket.delay());
    }
    keep(exchange, ticket, backoffs);
  }

  /** Makes it the exchange's ticket, released at the end unless it was settled before. */
  static void keep(Exchange exchange, Ticket ticket, Backoffs backoffs) {
    exchange.setProperty(TICKET, ticket);
    exchange
        .getExchangeExtension()
        .addOnCompletion(
            new SynchronizationAdapter() {
              @Override
              public void onDone(Exchange done) {
                backoffs.released(ticket);
              }
            });
  }

  /** The ticket of the exchange's insert. */
  static Ticket of(Exchange exchange) {
    return exchange.getProperty(TICKET, Ticket.class);
  }
}

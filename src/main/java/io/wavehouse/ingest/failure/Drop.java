package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.batch.Row;
import io.wavehouse.ingest.batch.Target;
import io.wavehouse.ingest.jetstream.Chunk;
import io.wavehouse.ingest.jetstream.Delivery;
import io.wavehouse.ingest.jetstream.JetStreamConstants;
import io.wavehouse.ingest.metrics.IngestMetrics;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The step {@code drop}: a route's own wish that messages make no row.
 *
 * <p><b>Failure semantics.</b> With poison that has no dead letters, the only way a message is
 * acked without a row or a copy. Counted, and logged at DEBUG, since a filter may drop most of a
 * flow.
 */
public final class Drop implements Processor {
  private static final Logger LOG = LoggerFactory.getLogger(Drop.class);
  private final IngestMetrics metrics;

  public Drop(IngestMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void process(Exchange exchange) {
    List<Delivery> dropped = deliveries(exchange);
    for (Delivery delivery : dropped) {
      delivery.drop();
      metrics.dropped(table(exchange, delivery), "route", 1);
      LOG.debug(
          "route {} dropped message {} of {}",
          exchange.getFromRouteId(),
          delivery.id().sequence(),
          delivery.subject());
    }
  }

  private static String table(Exchange exchange, Delivery delivery) {
    return exchange.getMessage().getBody() instanceof Batch batch
        ? batch.getTarget().table()
        : Target.of(delivery.subject()).table();
  }

  private static List<Delivery> deliveries(Exchange exchange) {
    Object body = exchange.getMessage().getBody();
    if (body instanceof Chunk chunk) {
      return chunk.deliveries();
    }
    if (body instanceof Batch batch) {
      return batch.getRows().stream().map(Row::delivery).toList();
    }
    Delivery one =
        exchange.getMessage().getHeader(JetStreamConstants.NATS_MANUAL_ACK, Delivery.class);
    if (one == null) {
      throw new IllegalStateException(
          "drop finds no message in route "
              + exchange.getFromRouteId()
              + "; it goes before address, or before the batch is inserted");
    }
    return List.of(one);
  }
}

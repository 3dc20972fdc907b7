package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.batch.Settlement;
import io.wavehouse.ingest.jetstream.Delivery;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Reads the answer to an INSERT and records that its rows are safe.
 *
 * <p><b>Failure semantics.</b> The only place that confirms rows of ClickHouse. Success is a 2xx
 * with an empty body and no exception header; ClickHouse can report a failure after a 200 was sent,
 * so anything else is a failure whatever its status.
 */
public final class InsertConfirmation implements Processor {
  @Override
  public void process(Exchange exchange) throws ClickHouseRefusedException {
    String code = exchange.getMessage().getHeader("X-ClickHouse-Exception-Code", String.class);
    String body = exchange.getMessage().getBody(String.class);
    if (code != null || (body != null && !body.isEmpty())) {
      throw new ClickHouseRefusedException(
          "exception code " + code + ": " + String.valueOf(body).lines().findFirst().orElse(""));
    }
    exchange.getProperty(Settlement.BATCH, Batch.class).getRows().forEach(Delivery::confirm);
  }
}

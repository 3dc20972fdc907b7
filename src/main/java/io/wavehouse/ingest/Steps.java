package io.wavehouse.ingest;

import io.wavehouse.ingest.batch.Address;
import io.wavehouse.ingest.batch.Batches;
import io.wavehouse.ingest.batch.Settlement;
import io.wavehouse.ingest.clickhouse.InsertConfirmation;
import io.wavehouse.ingest.clickhouse.InsertRequest;
import io.wavehouse.ingest.clickhouse.OneRequestClient;
import io.wavehouse.ingest.settings.Settings;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Registry;

/** The steps the YAML routes name. */
final class Steps {
  private Steps() {}

  static void bind(CamelContext camel, Settings settings) {
    Registry registry = camel.getRegistry();
    registry.bind("connectionOptions", new NatsLogin(settings.nats()));
    registry.bind("address", new Address(settings));
    registry.bind("batches", new Batches());
    registry.bind(
        "insertThreads",
        camel
            .getExecutorServiceManager()
            .newFixedThreadPool(Steps.class, "insert", settings.insertThreads()));
    registry.bind("insertRequest", new InsertRequest(settings));
    registry.bind("oneRequestClient", new OneRequestClient(settings.clickHouse()));
    registry.bind("insertConfirmation", new InsertConfirmation());
    registry.bind("settlement", new Settlement(settings.backoff().initial()));
  }
}

package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.settings.ClickHouseSettings;
import io.wavehouse.ingest.settings.Settings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Names the endpoint of a batch's pool in the property {@value #ENDPOINT}: tenants with the same
 * server, user and database share its connections, others never do.
 */
public final class Pool implements Processor {
  /** The exchange property with the URI of the endpoint, without credentials. */
  public static final String ENDPOINT = "WavehouseClickHouse";

  private final CamelContext camel;
  private final Settings settings;
  private final Map<String, String> endpoints = new ConcurrentHashMap<>();

  public Pool(CamelContext camel, Settings settings) {
    this.camel = camel;
    this.settings = settings;
  }

  @Override
  public void process(Exchange exchange) {
    exchange.setProperty(ENDPOINT, endpoint(connection(exchange, settings)));
  }

  private String endpoint(ClickHouseSettings connection) {
    return endpoints.computeIfAbsent(
        connection.pool(),
        pool -> {
          String client = "clickHouseClient-" + (endpoints.size() + 1);
          camel
              .getRegistry()
              .bind(client, new OneRequestClient(connection, settings.insertThreads()));
          return connection.url() + "?httpClientConfigurer=#" + client;
        });
  }

  /** The connection of the tenant whose batch this is. */
  static ClickHouseSettings connection(Exchange exchange, Settings settings) {
    return settings.clickHouse(Batch.of(exchange).getTarget().tenant()).orElseThrow();
  }

  /** Says who we are, in ClickHouse's own headers and nowhere else; no other header goes along. */
  static void login(Message request, ClickHouseSettings connection) {
    request.removeHeaders("*");
    request.setHeader("X-ClickHouse-User", connection.username());
    request.setHeader("X-ClickHouse-Key", connection.password().value());
  }
}

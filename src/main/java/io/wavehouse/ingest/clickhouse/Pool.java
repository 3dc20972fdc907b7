package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.settings.ClickHouseSettings;
import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.TlsSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
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

  /**
   * The answer is asked, whatever its status. The exception that camel-http would make of one looks
   * for secrets in the URL, which takes the square of its length: seconds for a long statement.
   */
  private static final String NO_EXCEPTION = "&throwExceptionOnFailure=false";

  private final CamelContext camel;
  private final Supplier<Settings> settings;
  private final Map<Client, String> endpoints = new ConcurrentHashMap<>();

  /** What a client is made for; a correction of any of it takes another client. */
  private record Client(String pool, Duration answer, Duration connect, TlsSettings tls) {
    static Client of(ClickHouseSettings connection) {
      return new Client(
          connection.pool(),
          connection.requestTimeout(),
          connection.connectTimeout(),
          connection.tls());
    }
  }

  public Pool(CamelContext camel, Supplier<Settings> settings) {
    this.camel = camel;
    this.settings = settings;
  }

  @Override
  public void process(Exchange exchange) {
    exchange.setProperty(ENDPOINT, endpoint(connection(exchange, settings)));
  }

  private String endpoint(ClickHouseSettings connection) {
    return endpoints.computeIfAbsent(
        Client.of(connection),
        made -> {
          String client = "clickHouseClient-" + (endpoints.size() + 1);
          camel
              .getRegistry()
              .bind(client, new OneRequestClient(connection, settings.get().insertThreads()));
          return connection.url() + "?httpClientConfigurer=#" + client + NO_EXCEPTION;
        });
  }

  /** The connection of the tenant whose batch this is. */
  static ClickHouseSettings connection(Exchange exchange, Supplier<Settings> settings) {
    String tenant = Batch.of(exchange).getTarget().tenant();
    return settings
        .get()
        .clickHouse(tenant)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the connection of tenant " + tenant + " was just taken from the settings"));
  }

  /** Says who we are, in ClickHouse's own headers and nowhere else; no other header goes along. */
  static void login(Message request, ClickHouseSettings connection) {
    request.removeHeaders("*");
    request.setHeader("X-ClickHouse-User", connection.username());
    request.setHeader("X-ClickHouse-Key", connection.password().value());
  }
}

package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.batch.Row;
import io.wavehouse.ingest.batch.Target;
import io.wavehouse.ingest.settings.ClickHouseSettings;
import io.wavehouse.ingest.settings.Compression;
import io.wavehouse.ingest.settings.Settings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Turns a batch into the INSERT that carries it: POST, the statement and the settings in the URL,
 * the credentials in ClickHouse's own headers, one row a line in the body. The body is an array, so
 * that it goes out with a Content-Length and a cut one fails.
 */
public final class InsertRequest implements Processor {
  /** The exchange property with the time of the request, on the clock of {@code nanoTime}. */
  static final String SENT_AT = "WavehouseSentAt";

  private final Supplier<Settings> settings;
  private final ServerSettings serverSettings;

  public InsertRequest(Supplier<Settings> settings, ServerSettings serverSettings) {
    this.settings = settings;
    this.serverSettings = serverSettings;
  }

  /** Whether the INSERT itself went out, and not only the question for settings before it. */
  static boolean isSent(Exchange exchange) {
    return exchange.getProperty(SENT_AT) != null;
  }

  @Override
  public void process(Exchange exchange) {
    Batch batch = Batch.of(exchange);
    Target target = batch.getTarget();
    ClickHouseSettings connection = Pool.connection(exchange, settings);
    StringBuilder query = new StringBuilder("query=");
    query.append(encode(InsertStatement.of(connection.database(), target)));
    settings
        .get()
        .clickHouseSettings(target.tenant(), target.table())
        .forEach(
            (name, value) -> {
              if (serverSettings.isKnown(connection.pool(), name)) {
                query.append('&').append(encode(name)).append('=').append(encode(value));
              }
            });
    Message request = exchange.getMessage();
    Pool.login(request, connection);
    request.setHeader(Exchange.HTTP_METHOD, "POST");
    request.setHeader(Exchange.HTTP_QUERY, query.toString());
    if (connection.compression() == Compression.GZIP) {
      // camel-http compresses what has this header.
      request.setHeader(Exchange.CONTENT_ENCODING, "gzip");
    }
    request.setBody(body(batch));
    exchange.setProperty(SENT_AT, System.nanoTime());
  }

  private static byte[] body(Batch batch) {
    byte[] body = new byte[Math.toIntExact(batch.getBytes() + batch.getRows().size())];
    int end = 0;
    for (Row row : batch.getRows()) {
      row.copyTo(body, end);
      end += row.length();
      body[end++] = '\n';
    }
    return body;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

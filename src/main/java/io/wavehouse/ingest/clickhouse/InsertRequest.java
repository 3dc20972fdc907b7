package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.batch.Settlement;
import io.wavehouse.ingest.jetstream.Delivery;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Turns a batch into the INSERT that carries it: POST, the statement and the settings in the URL,
 * the credentials in ClickHouse's own headers, one row a line in the body. The body is an array, so
 * that it goes out with a Content-Length and a cut one fails.
 */
public final class InsertRequest implements Processor {
  private static final Map<String, String> SETTINGS =
      new TreeMap<>(
          Map.of(
              "async_insert", "0",
              "date_time_input_format", "best_effort",
              "input_format_null_as_default", "1",
              "input_format_skip_unknown_fields", "0",
              "wait_end_of_query", "1"));

  private final String database;
  private final String username;
  private final String password;

  public InsertRequest(String database, String username, String password) {
    this.database = database;
    this.username = username;
    this.password = password;
  }

  @Override
  public void process(Exchange exchange) {
    Batch batch = exchange.getProperty(Settlement.BATCH, Batch.class);
    StringBuilder query = new StringBuilder("query=");
    query.append(encode(InsertStatement.of(database, batch.getTarget().table())));
    SETTINGS.forEach((name, value) -> query.append('&').append(name).append('=').append(value));
    Message request = exchange.getMessage();
    request.removeHeaders("*");
    request.setHeader(Exchange.HTTP_METHOD, "POST");
    request.setHeader(Exchange.HTTP_QUERY, query.toString());
    request.setHeader("X-ClickHouse-User", username);
    request.setHeader("X-ClickHouse-Key", password);
    request.setBody(body(batch));
  }

  private static byte[] body(Batch batch) {
    int length = batch.getRows().stream().mapToInt(row -> row.size() + 1).sum();
    byte[] body = new byte[length];
    int end = 0;
    for (Delivery row : batch.getRows()) {
      System.arraycopy(row.payload(), 0, body, end, row.size());
      end += row.size();
      body[end++] = '\n';
    }
    return body;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.metrics.IngestMetrics;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Reads the answer to an INSERT and records that its rows are safe.
 *
 * <p><b>Failure semantics.</b> The only place that confirms rows of ClickHouse. Success is a 2xx
 * with an empty body and no exception header; ClickHouse can report a failure after a 200 was sent,
 * so anything else is a failure whatever its status.
 */
public final class InsertConfirmation implements Processor {
  private final IngestMetrics metrics;

  public InsertConfirmation(IngestMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void process(Exchange exchange) throws ClickHouseRefusedException {
    Message answer = exchange.getMessage();
    String body = answer.getBody(String.class);
    if (isFailure(answer) || (body != null && !body.isEmpty())) {
      throw refusal(answer, body);
    }
    Batch batch = Batch.of(exchange);
    batch.getRows().forEach(row -> row.delivery().confirm());
    long sentAt = exchange.getProperty(InsertRequest.SENT_AT, Long.class);
    metrics.inserted(
        batch.getTarget().table(),
        batch.getRows().size(),
        batch.getBytes(),
        Duration.ofNanos(System.nanoTime() - sentAt));
  }

  /** Whether an answer says that it is none, by its status or by its header. */
  static boolean isFailure(Message answer) {
    int status = status(answer);
    return status < 200 || status > 299 || answer.getHeader(ExceptionCode.HEADER) != null;
  }

  /** The failure that an answer is, when it is no success. */
  static ClickHouseRefusedException refusal(Message answer, String body) {
    return new ClickHouseRefusedException(status(answer), exceptionHeaders(answer), body);
  }

  private static int status(Message answer) {
    return answer.getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class);
  }

  /** Only these: camel-http keeps the request's headers on the answer, the password among them. */
  private static Map<String, Object> exceptionHeaders(Message answer) {
    Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : new String[] {ExceptionCode.HEADER, ExceptionCode.TAG_HEADER}) {
      Object value = answer.getHeader(name);
      if (value != null) {
        headers.put(name, value);
      }
    }
    return headers;
  }
}

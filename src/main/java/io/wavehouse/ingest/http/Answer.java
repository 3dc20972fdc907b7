package io.wavehouse.ingest.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.wavehouse.ingest.metrics.IngestMetrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the client how many of its records the stream has, and what to do about a failure.
 *
 * <p><b>Failure semantics.</b> The count is of PubAcks. What had none may be stored all the same;
 * an {@code Idempotency-Key} makes it harmless to send it again.
 */
public final class Answer implements Processor {
  private static final Logger LOG = LoggerFactory.getLogger(Answer.class);
  private static final JsonFactory JSON = new JsonFactory();
  private static final int RETRY_AFTER_SECONDS = 5;

  private final IngestMetrics metrics;

  public Answer(IngestMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void process(Exchange exchange) throws IOException {
    Call call = Call.of(exchange);
    Message message = exchange.getMessage();
    message.removeHeaders("*");
    Exception failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
    long stored = call.records().map(Records::stored).orElse(0L);
    Outcome outcome = Outcome.of(failure, call.records());
    if (failure instanceof ClientGoneException) {
      LOG.info(
          "client {} left in the middle of its request; {} records are stored",
          call.request().remoteAddress(),
          stored);
      metrics.answered("aborted", stored, outcome.refused());
      message.setBody(null);
      return;
    }
    metrics.answered(Integer.toString(outcome.status()), stored, outcome.refused());
    if (outcome.status() >= 500) {
      LOG.warn(
          "client {} got {}, {} records stored: {}",
          call.request().remoteAddress(),
          outcome.status(),
          stored,
          outcome.status() == 503 ? outcome.error() : failure);
    }
    head(message, outcome);
    message.setBody(body(outcome, stored));
    call.body().discardRest();
  }

  private static void head(Message message, Outcome outcome) {
    message.setHeader(Exchange.HTTP_RESPONSE_CODE, outcome.status());
    message.setHeader(Exchange.CONTENT_TYPE, "application/json");
    switch (outcome.status()) {
      case 401 -> message.setHeader("WWW-Authenticate", "Bearer");
      case 405 -> message.setHeader("Allow", "POST");
      case 503 -> message.setHeader("Retry-After", RETRY_AFTER_SECONDS);
      default -> {}
    }
  }

  private static byte[] body(Outcome outcome, long stored) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(body)) {
      json.writeStartObject();
      if (!outcome.error().isEmpty()) {
        json.writeStringField("error", outcome.error());
      }
      if (outcome.record().isPresent()) {
        json.writeNumberField("record", outcome.record().getAsLong());
      }
      json.writeNumberField("stored", stored);
      json.writeEndObject();
      json.writeRaw('\n');
    }
    return body.toByteArray();
  }
}

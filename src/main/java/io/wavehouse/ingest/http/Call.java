package io.wavehouse.ingest.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import org.apache.camel.Exchange;

/** One request on its way through the route. */
final class Call {
  private static final String PROPERTY = "WavehouseHttpCall";

  private final HttpServerRequest request;
  private final RequestBody body;
  private Optional<Records> records = Optional.empty();

  Call(HttpServerRequest request, RequestBody body) {
    this.request = request;
    this.body = body;
  }

  static Call of(Exchange exchange) {
    return exchange.getProperty(PROPERTY, Call.class);
  }

  void attachTo(Exchange exchange) {
    exchange.setProperty(PROPERTY, this);
  }

  HttpServerRequest request() {
    return request;
  }

  RequestBody body() {
    return body;
  }

  /** What was admitted; empty for a request that was refused before. */
  Optional<Records> records() {
    return records;
  }

  void admit(Records admitted) {
    records = Optional.of(admitted);
  }
}

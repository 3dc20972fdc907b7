package io.wavehouse.ingest.deadletter;

import io.wavehouse.ingest.jetstream.JetStreamConstants;
import java.io.IOException;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.ProducerTemplate;

/**
 * Publishes through the route {@value #ROUTE}.
 *
 * <p><b>Failure semantics.</b> The route's producer looks for the copy behind a duplicate PubAck. A
 * route that was edited so that it ends without a PubAck has stored nothing, whatever it did: the
 * row stays parked.
 */
final class RouteRepublisher implements Republisher {
  static final String ROUTE = "direct:replay";

  private final ProducerTemplate template;

  RouteRepublisher(ProducerTemplate template) {
    this.template = template;
  }

  @Override
  public void publish(Republication row) throws IOException {
    Exchange exchange =
        template.request(
            ROUTE,
            request -> {
              Message message = request.getMessage();
              row.headers().forEach(message::setHeader);
              message.setHeader(JetStreamConstants.NATS_SUBJECT, row.subject());
              message.setBody(row.payload());
            });
    if (exchange.getException() != null) {
      throw new IOException(reason(exchange.getException()), exchange.getException());
    }
    String stream =
        exchange.getMessage().getHeader(JetStreamConstants.PUB_ACK_STREAM, String.class);
    if (stream == null) {
      throw new IOException("route replay ended without a PubAck");
    }
    row.requireStoredIn(stream);
  }

  /** The innermost cause says it in plain words. */
  private static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}

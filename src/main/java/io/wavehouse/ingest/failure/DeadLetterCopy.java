package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.backoff.Scope;
import io.wavehouse.ingest.backoff.Ticket;
import io.wavehouse.ingest.jetstream.Delivery;
import io.wavehouse.ingest.jetstream.JetStreamConstants;
import io.wavehouse.ingest.jetstream.JetStreamProducer;
import java.time.InstantSource;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Turns a judged row into its copy for the dead-letter stream: the payload as it came, the verdict
 * in headers. Under a backoff of the stream's own.
 */
public final class DeadLetterCopy implements Processor {
  /** The exchange property with the row that is being parked. */
  static final String ROW = "WavehouseDeadLetter";

  private static final String ROOT = "dlq";

  private final Scope stream;
  private final int reserved;
  private final Backoffs backoffs;
  private final InstantSource clock;

  /**
   * @param clock for the time of parking
   */
  public DeadLetterCopy(String stream, Backoffs backoffs, InstantSource clock) {
    this.stream = Scope.deadLetters(stream);
    this.reserved = JetStreamProducer.expectationBytes(stream);
    this.backoffs = backoffs;
    this.clock = clock;
  }

  @Override
  public void process(Exchange exchange) throws HeldBackException {
    Message message = exchange.getMessage();
    JudgedRow judged = message.getBody(JudgedRow.class);
    exchange.setProperty(ROW, judged);
    Ticket ticket = backoffs.claim(stream, judged.target().table());
    if (!ticket.granted()) {
      throw new HeldBackException(ticket.delay());
    }
    Claim.keep(exchange, ticket, backoffs);
    Delivery delivery = judged.row().delivery();
    message.removeHeaders("*");
    DeadLetterHeaders.of(judged, clock.instant(), delivery.maxPayload() - reserved)
        .forEach(message::setHeader);
    message.setHeader(JetStreamConstants.NATS_SUBJECT, judged.target().subject(ROOT));
    message.setBody(delivery.payload());
  }
}

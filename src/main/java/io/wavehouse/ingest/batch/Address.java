package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.jetstream.Chunk;
import io.wavehouse.ingest.jetstream.Delivery;
import io.wavehouse.ingest.jetstream.JetStreamConstants;
import io.wavehouse.ingest.settings.Settings;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Turns messages of one subject into a batch for a table: a chunk as it arrived, or one message
 * whose body the route may have changed. A subject that addresses no table is judged later, with
 * the payloads; no header goes on from here.
 */
public final class Address implements Processor {
  private final Supplier<Settings> settings;

  public Address(Supplier<Settings> settings) {
    this.settings = settings;
  }

  @Override
  public void process(Exchange exchange) throws InvalidPayloadException {
    Message message = exchange.getMessage();
    Batch batch;
    if (message.getBody() instanceof Chunk chunk) {
      batch = batch(chunk.subject());
      chunk.deliveries().forEach(delivery -> batch.add(Row.of(delivery)));
    } else {
      Delivery delivery =
          message.getHeader(JetStreamConstants.NATS_MANUAL_ACK, null, Delivery.class);
      if (delivery == null) {
        throw new InvalidPayloadException(exchange, Chunk.class);
      }
      batch = batch(message.getHeader(JetStreamConstants.NATS_SUBJECT, String.class));
      batch.add(new Row(delivery, message.getMandatoryBody(byte[].class)));
    }
    message.removeHeaders("*");
    message.setBody(batch);
  }

  private Batch batch(String subject) {
    Target target = Target.of(subject);
    return new Batch(target, settings.get().batch(target.table()));
  }
}

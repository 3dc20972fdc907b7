package io.wavehouse.ingest.jetstream;

import io.nats.client.Message;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One message in hand and what became of it.
 *
 * <p><b>Failure semantics.</b> {@link #ack()} and {@link #term()} are refused until {@link
 * #confirm()} recorded that the row is in ClickHouse or parked; {@link #drop()} alone ends a
 * message without it. The first settlement counts, later ones change nothing. When the
 * acknowledgement itself fails, a safe message stays remembered as safe and is acked again when it
 * returns; one that should have been handed back returns after the ack wait.
 */
public final class Delivery implements NatsManualAck {
  private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
  private final InHand inHand;
  private final MessageId id;
  private final int size;
  private Message message;
  private final long receivedNanos = System.nanoTime();
  private boolean kept;
  private boolean confirmed;
  private boolean settled;

  Delivery(Message message, InHand inHand) {
    this.message = message;
    this.inHand = inHand;
    this.id = MessageId.of(message);
    this.size = message.getData().length;
  }

  public MessageId id() {
    return id;
  }

  /** The payload, not copied. */
  public synchronized byte[] payload() {
    return message.getData();
  }

  public synchronized String subject() {
    return message.getSubject();
  }

  /** The publisher's headers; of one given several times, the first. */
  public synchronized Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    if (message.hasHeaders()) {
      message.getHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
    }
    return headers;
  }

  /** How often the server delivered the message, this time included. */
  public synchronized long delivered() {
    return message.metaData().deliveredCount();
  }

  /** Payload bytes. */
  public int size() {
    return size;
  }

  /** Monotonic, for its age. */
  long receivedNanos() {
    return receivedNanos;
  }

  /** Someone beyond its exchange, such as a batch, now answers for it. */
  public synchronized void keep() {
    kept = true;
  }

  synchronized boolean isKept() {
    return kept;
  }

  public synchronized boolean isSettled() {
    return settled;
  }

  /** Whether the row is known to be safe, acked or not yet. */
  public synchronized boolean isConfirmed() {
    return confirmed;
  }

  /** Payload and headers of a message on this connection may be this many bytes together. */
  public synchronized long maxPayload() {
    return message.getConnection().getMaxPayload();
  }

  /** Records that the row is in ClickHouse, or its copy in the dead-letter stream. */
  public synchronized void confirm() {
    confirmed = true;
  }

  @Override
  public synchronized void ack() {
    requireConfirmed("ack");
    settle(true, Message::ack);
  }

  @Override
  public synchronized void term() {
    requireConfirmed("term");
    settle(true, Message::term);
  }

  /** Ends the message without a row: poison with no dead-letter stream, or a route's own wish. */
  public synchronized void drop() {
    settle(true, Message::ack);
  }

  /**
   * Ends the message as what is known of it demands: acked when it is safe, handed back when not.
   *
   * @return false when the server could not be told; it then delivers the message again after the
   *     ack wait, and a safe one is acked again
   */
  public synchronized boolean ackOrHandBack(Duration delay) {
    try {
      if (confirmed) {
        ack();
      } else {
        nakWithDelay(delay);
      }
      return true;
    } catch (IllegalStateException e) {
      LOG.debug("message {} of stream {}: {}", id.sequence(), id.stream(), e.getMessage());
      return false;
    }
  }

  /** Leaves the message unacked on purpose: it comes again after the ack wait. */
  public synchronized void leave() {
    settle(false, sent -> {});
  }

  @Override
  public synchronized void nak() {
    settle(false, Message::nak);
  }

  @Override
  public synchronized void nakWithDelay(Duration delay) {
    settle(false, sent -> sent.nakWithDelay(delay));
  }

  @Override
  public synchronized void inProgress() {
    if (!settled) {
      message.inProgress();
    }
  }

  /** A newer copy came while this one is in hand: the server listens to the newest delivery. */
  synchronized void redelivered(Delivery copy) {
    message = copy.message;
  }

  private void requireConfirmed(String verb) {
    if (!confirmed && !settled) {
      throw new IllegalStateException(
          verb
              + " refused: nothing confirmed that message "
              + id.sequence()
              + " of stream "
              + id.stream()
              + " is safe; insert or park it first, or use drop");
    }
  }

  private void settle(boolean safe, Acknowledgement acknowledgement) {
    if (settled) {
      return;
    }
    if (confirmed && !safe) {
      throw new IllegalStateException(
          "nak refused: message "
              + id.sequence()
              + " of stream "
              + id.stream()
              + " is safe already and would be stored twice; ack it");
    }
    settled = true;
    inHand.leave(this, safe);
    acknowledgement.send(message);
  }

  private interface Acknowledgement {
    void send(Message message);
  }
}

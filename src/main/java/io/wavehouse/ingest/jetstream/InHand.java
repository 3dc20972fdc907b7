package io.wavehouse.ingest.jetstream;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages received and not yet settled, each in exactly one place, and a memory of those
 * settled last.
 *
 * <p><b>Failure semantics.</b> A copy of a message still in hand is never worked on a second time,
 * so a slow insert is not repeated by a redelivery. A message settled within the memory's length is
 * recognised when a lost ack brings it back, so that the ack is repeated and not the insert. Older
 * ones, and those settled before a restart, are inserted again: at least once. A message handed
 * back is forgotten and comes as new.
 */
public final class InHand {
  private final int memory;
  private final Map<MessageId, Delivery> deliveries = new HashMap<>();
  private final Map<MessageId, Boolean> settled;
  private long bytes;

  /**
   * @param memory how many settled messages are remembered; the consumer's window, since no more
   *     than that can be unacked at the server
   */
  public InHand(int memory) {
    this.memory = memory;
    this.settled = new LinkedHashMap<>();
  }

  /**
   * Takes the message in hand, unless it is a copy; a copy in hand lends its newer reply address.
   */
  synchronized Arrival arrive(Delivery delivery) {
    if (settled.containsKey(delivery.id())) {
      return Arrival.SETTLED;
    }
    Delivery first = deliveries.putIfAbsent(delivery.id(), delivery);
    if (first != null) {
      first.redelivered(delivery);
      return Arrival.IN_HAND;
    }
    bytes += delivery.size();
    return Arrival.NEW;
  }

  /** The message left: remembered when it is safe, forgotten when it was handed back. */
  synchronized void leave(Delivery delivery, boolean safe) {
    if (deliveries.remove(delivery.id(), delivery)) {
      bytes -= delivery.size();
    }
    if (safe) {
      settled.put(delivery.id(), Boolean.TRUE);
      if (settled.size() > memory) {
        settled.remove(settled.keySet().iterator().next());
      }
    }
  }

  /** A snapshot. */
  public synchronized Collection<Delivery> deliveries() {
    return List.copyOf(deliveries.values());
  }

  public synchronized int rows() {
    return deliveries.size();
  }

  /** Payload bytes. */
  public synchronized long bytes() {
    return bytes;
  }
}

package io.wavehouse.ingest.jetstream;

import java.util.List;

/**
 * Messages of one subject that arrived together, in the order of the stream.
 *
 * @param subject of all of them
 * @param deliveries at least one
 */
public record Chunk(String subject, List<Delivery> deliveries) {
  public Chunk {
    deliveries = List.copyOf(deliveries);
  }
}

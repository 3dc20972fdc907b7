package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.metrics.IngestMetrics;
import io.wavehouse.ingest.settings.Format;
import io.wavehouse.ingest.settings.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.Exchange;

/**
 * Opens envelopes: their subject says no more than the tenant and the format, and each of a chunk
 * can be of another table or have other columns.
 *
 * <p><b>Failure semantics.</b> Each row of the chunk is in exactly one of the batches. One that
 * cannot be read goes on towards its subject's table with the reason, and is judged as poison.
 */
public final class Envelopes {
  private final Supplier<Settings> settings;
  private final IngestMetrics metrics;

  public Envelopes(Supplier<Settings> settings, IngestMetrics metrics) {
    this.settings = settings;
    this.metrics = metrics;
  }

  /** One batch a target; a chunk whose payloads are no envelopes stays the one it is. */
  public List<Batch> open(Exchange exchange) {
    Batch chunk = Batch.of(exchange);
    Target subject = chunk.getTarget();
    boolean sealed =
        subject.fault().isEmpty() && settings.get().format(subject.table()) == Format.ENVELOPE;
    List<Batch> batches = sealed ? open(chunk) : List.of(chunk);
    batches.forEach(batch -> metrics.received(batch.getTarget().table(), batch.getRows().size()));
    return batches;
  }

  private List<Batch> open(Batch chunk) {
    Map<Target, Batch> batches = new LinkedHashMap<>();
    for (Row row : chunk.getRows()) {
      Target target;
      Row opened = row;
      try {
        Envelope envelope = EnvelopeReader.read(row.payload());
        target = chunk.getTarget().of(envelope);
        opened = row.line(envelope.from(), envelope.to());
      } catch (UnreadablePayloadException e) {
        target = chunk.getTarget().unreadable(e.getMessage());
      }
      batches.computeIfAbsent(target, this::batch).add(opened);
    }
    return List.copyOf(batches.values());
  }

  private Batch batch(Target target) {
    return new Batch(target, settings.get().batch(target.table()));
  }
}

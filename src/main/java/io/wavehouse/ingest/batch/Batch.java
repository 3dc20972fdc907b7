package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.settings.BatchSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.camel.Exchange;

/** Rows of one target on their way into one INSERT, in the order of the stream. Not thread-safe. */
public final class Batch {
  /** The exchange property that carries the batch while the body is a request or an answer. */
  public static final String PROPERTY = "WavehouseBatch";

  private final Target target;
  private final BatchSettings limits;
  private final List<Row> rows = new ArrayList<>();
  private final long startedNanos = System.nanoTime();
  private long bytes;

  public Batch(Target target, BatchSettings limits) {
    this.target = target;
    this.limits = limits;
  }

  /** The batch this exchange is about, whatever its body is now. */
  public static Batch of(Exchange exchange) {
    Batch batch = exchange.getProperty(PROPERTY, Batch.class);
    return batch != null ? batch : exchange.getMessage().getBody(Batch.class);
  }

  void add(Row row) {
    rows.add(row);
    bytes += row.length();
  }

  void addAll(Batch later) {
    later.rows.forEach(this::add);
  }

  /** Some of its rows, as a batch of their own. */
  public Batch with(List<Row> some) {
    Batch part = new Batch(target, limits);
    some.forEach(part::add);
    return part;
  }

  public Target getTarget() {
    return target;
  }

  public List<Row> getRows() {
    return Collections.unmodifiableList(rows);
  }

  /** Bytes of its lines. */
  public long getBytes() {
    return bytes;
  }

  /** Whether the rows or bytes for a flush are there. */
  public boolean isFull() {
    return rows.size() >= limits.maxRows() || bytes >= limits.maxBytes();
  }

  /**
   * The batch in parts within its limits, as equal as may be: rows arrive in chunks, so the last
   * chunk can take it beyond them. A row that is larger than the limit goes alone.
   */
  public List<Batch> inserts() {
    if (rows.size() <= limits.maxRows() && bytes <= limits.maxBytes()) {
      return List.of(this);
    }
    int mostRows = ceilDiv(rows.size(), ceilDiv(rows.size(), limits.maxRows()));
    List<Batch> inserts = new ArrayList<>();
    Batch part = new Batch(target, limits);
    for (Row row : rows) {
      if (part.rows.size() == mostRows || part.bytes + row.length() > limits.maxBytes()) {
        if (!part.rows.isEmpty()) {
          inserts.add(part);
        }
        part = new Batch(target, limits);
      }
      part.add(row);
    }
    inserts.add(part);
    return inserts;
  }

  private static int ceilDiv(int whole, int part) {
    return (whole - 1) / part + 1;
  }

  /**
   * Until the batch has waited long enough, at least 1. As Camel's completion timeout counts from
   * the last arrival, giving it this bounds the age of the first.
   */
  public long millisLeft() {
    long left = limits.maxWait().toNanos() - (System.nanoTime() - startedNanos);
    return Math.max(1, Duration.ofNanos(left).toMillis());
  }
}

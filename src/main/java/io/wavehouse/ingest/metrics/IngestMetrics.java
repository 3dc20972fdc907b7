package io.wavehouse.ingest.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The bundle's figures. Names are as Prometheus prints them: {@code wavehouse_ingest_…}, a counter
 * ends in {@code _total}.
 *
 * <p>Tags are bounded: of tables, the first {@value #MAX_TABLES} have their own, others share
 * {@value #OTHER_TABLE}, as anyone who may publish can make up table names.
 */
public final class IngestMetrics {
  static final int MAX_TABLES = 1_000;
  static final String OTHER_TABLE = "other";

  private static final String PREFIX = "wavehouse.ingest.";
  private static final String TABLE = "table";

  private final MeterRegistry registry;
  private final Set<String> tables = ConcurrentHashMap.newKeySet();
  private final DistributionSummary batchRows;
  private final Timer batchSeconds;
  private final MultiGauge streamBytes;
  private final MultiGauge streamMaxBytes;
  private volatile Fill deadLetters;

  /**
   * How full a stream is.
   *
   * @param stream its name
   * @param rows messages in it
   * @param bytes of those, as NATS counts them
   * @param maxBytes it takes, -1 without a bound
   */
  public record Fill(String stream, long rows, long bytes, long maxBytes) {}

  public IngestMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.batchRows =
        DistributionSummary.builder(PREFIX + "batch.rows")
            .description("Rows of an inserted batch")
            .serviceLevelObjectives(1, 10, 100, 1_000, 5_000, 10_000)
            .register(registry);
    this.batchSeconds =
        Timer.builder(PREFIX + "batch")
            .description("Time from the request to ClickHouse's answer, of inserts that landed")
            .serviceLevelObjectives(
                Duration.ofMillis(10),
                Duration.ofMillis(50),
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30))
            .register(registry);
    this.streamBytes = perStream("stream.bytes", "Bytes in the stream");
    this.streamMaxBytes = perStream("stream.max.bytes", "Bytes the stream takes; -1: no bound");
    gauge("dlq.rows", "Rows in the dead-letter stream", () -> ofDeadLetters(Fill::rows));
    gauge("dlq.bytes", "Bytes in the dead-letter stream", () -> ofDeadLetters(Fill::bytes));
    gauge(
        "dlq.max.bytes",
        "Bytes the dead-letter stream takes; -1: no bound",
        () -> ofDeadLetters(Fill::maxBytes));
  }

  /** How full the streams are that are known now; others have no figure from here on. */
  public void streams(List<Fill> fills) {
    register(streamBytes, fills, Fill::bytes);
    register(streamMaxBytes, fills, Fill::maxBytes);
  }

  /**
   * How full the dead-letter stream is.
   *
   * @param fill null while that is not known
   */
  public void deadLetters(Fill fill) {
    deadLetters = fill;
  }

  /** Rows came from the queue, redelivered ones counted each time. */
  public void received(String table, int rows) {
    count("rows.received", rows, TABLE, bounded(table));
  }

  /** An insert landed. */
  public void inserted(String table, int rows, long bytes, Duration took) {
    String bounded = bounded(table);
    count("rows.inserted", rows, TABLE, bounded);
    count("bytes.inserted", bytes, TABLE, bounded);
    count("insert.requests", 1, "outcome", "landed", "class", "none");
    batchRows.record(rows);
    batchSeconds.record(took);
  }

  /** An insert failed, be it of a whole batch or of a part in a search. */
  public void failed(String failureClass) {
    count("insert.requests", 1, "outcome", "failed", "class", failureClass);
  }

  /** A part of a refused batch was inserted to find its bad rows. */
  public void searched(String table) {
    count("isolation.requests", 1, TABLE, bounded(table));
  }

  /** Rows went back to the queue. */
  public void handedBack(String table, String reason, long rows) {
    count("retries", rows, TABLE, bounded(table), "reason", reason);
  }

  /** Rows are in the dead-letter stream. */
  public void parked(String table, String failureClass, int rows) {
    count("rows.parked", rows, TABLE, bounded(table), "class", failureClass);
  }

  /** Messages were acked without a row. */
  public void dropped(String table, String reason, int rows) {
    count("rows.dropped", rows, TABLE, bounded(table), "reason", reason);
  }

  /**
   * The HTTP edge answered a request.
   *
   * @param status of the answer, or {@code aborted} when the client had left
   * @param stored records the stream has
   * @param refused records that were read and are not in the stream
   */
  public void answered(String status, long stored, long refused) {
    count("http.requests", 1, "status", status);
    count("http.records", stored, "outcome", "stored");
    count("http.records", refused, "outcome", "refused");
  }

  /** Acknowledgements could not be sent. */
  public void ackFailed(long rows) {
    count("ack.failures", rows);
  }

  /**
   * A figure that is asked for when it is wanted.
   *
   * @param name after the prefix, with dots
   */
  public void gauge(String name, String description, Supplier<Number> value, String... tags) {
    Gauge.builder(PREFIX + name, value).description(description).tags(tags).register(registry);
  }

  private void count(String name, long amount, String... tags) {
    if (amount > 0) {
      registry.counter(PREFIX + name, tags).increment((double) amount);
    }
  }

  private MultiGauge perStream(String name, String description) {
    return MultiGauge.builder(PREFIX + name).description(description).register(registry);
  }

  private static void register(MultiGauge gauge, List<Fill> fills, ToLongFunction<Fill> figure) {
    gauge.register(
        fills.stream()
            .<MultiGauge.Row<?>>map(
                fill ->
                    MultiGauge.Row.of(Tags.of("stream", fill.stream()), figure.applyAsLong(fill)))
            .toList(),
        true);
  }

  /** Not a number while it is not known. */
  private double ofDeadLetters(ToLongFunction<Fill> figure) {
    Fill known = deadLetters;
    return known == null ? Double.NaN : figure.applyAsLong(known);
  }

  private String bounded(String table) {
    if (tables.contains(table)) {
      return table;
    }
    if (tables.size() >= MAX_TABLES) {
      return OTHER_TABLE;
    }
    tables.add(table);
    return table;
  }
}

package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.metrics.IngestMetrics;
import io.wavehouse.ingest.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says which rows were judged, and keeps those whose tenant or table has no dead letters from going
 * on.
 *
 * <p><b>Failure semantics.</b> Without dead letters a rejected row is left unacked and comes again
 * after the ack wait, until its table takes it; poison, which never will be a row, is dropped.
 */
public final class DeadLetterSwitch implements Processor {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterSwitch.class);
  private final Supplier<Settings> settings;
  private final IngestMetrics metrics;

  public DeadLetterSwitch(Supplier<Settings> settings, IngestMetrics metrics) {
    this.settings = settings;
    this.metrics = metrics;
  }

  @Override
  public void process(Exchange exchange) {
    List<JudgedRow> parked = new ArrayList<>();
    List<JudgedRow> left = new ArrayList<>();
    List<JudgedRow> dropped = new ArrayList<>();
    for (JudgedRow row : JudgedRow.of(exchange)) {
      if (settings.get().dlqEnabled(row.target().tenant(), row.target().table())) {
        parked.add(row);
      } else if (row.verdict().isPoison()) {
        dropped.add(row);
      } else {
        left.add(row);
      }
    }
    say(parked, "to be parked in stream " + settings.get().dlq().stream());
    say(left, "left in the queue to come again after the ack wait, as dead letters are off");
    say(dropped, "dropped, as dead letters are off");
    left.forEach(row -> row.row().delivery().leave());
    dropped.forEach(this::drop);
    exchange.setProperty(JudgedRow.PROPERTY, parked);
  }

  private void drop(JudgedRow poison) {
    poison.row().delivery().drop();
    metrics.dropped(poison.target().table(), Verdict.POISON, 1);
  }

  private static void say(List<JudgedRow> rows, String what) {
    if (rows.isEmpty() || rows.get(0).again()) {
      return;
    }
    JudgedRow first = rows.get(0);
    LOG.warn(
        "{} of table {} {}; the first, message {} of {}, is {}",
        rows.size() == 1 ? "1 row" : rows.size() + " rows",
        first.target().table(),
        what,
        first.row().delivery().id().sequence(),
        first.row().delivery().id().stream(),
        first.verdict());
  }
}

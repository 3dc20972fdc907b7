package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.batch.Batch;
import io.wavehouse.ingest.batch.JsonObjectCheck;
import io.wavehouse.ingest.batch.Row;
import io.wavehouse.ingest.batch.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Sorts out what needs no insert to be judged: poison, and rows judged before that could not be
 * parked then.
 *
 * <p><b>Failure semantics.</b> Poison (a payload that is not exactly one JSON object or, where that
 * is the format, no envelope; a subject that addresses no table) never enters a batch: two broken
 * halves must not join into one row.
 */
public final class RowCheck implements Processor {
  private final RememberedVerdicts remembered;

  public RowCheck(RememberedVerdicts remembered) {
    this.remembered = remembered;
  }

  @Override
  public void process(Exchange exchange) {
    Batch batch = Batch.of(exchange);
    List<JudgedRow> judged = new ArrayList<>();
    List<Row> good = new ArrayList<>();
    for (Row row : batch.getRows()) {
      judge(batch.getTarget(), row).ifPresentOrElse(judged::add, () -> good.add(row));
    }
    if (!judged.isEmpty()) {
      exchange.setProperty(JudgedRow.PROPERTY, judged);
      exchange.getMessage().setBody(batch.with(good));
    }
  }

  private Optional<JudgedRow> judge(Target target, Row row) {
    return fault(target, row)
        .map(why -> new JudgedRow(row, target, Verdict.poison(why), false))
        .or(
            () ->
                remembered
                    .take(row.delivery().id())
                    .map(verdict -> new JudgedRow(row, target, verdict, true)));
  }

  private static Optional<String> fault(Target target, Row row) {
    if (!target.fault().isEmpty()) {
      return Optional.of(target.fault());
    }
    return row.isRead() ? Optional.empty() : JsonObjectCheck.fault(row.payload());
  }
}

package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.batch.Row;
import io.wavehouse.ingest.batch.Target;
import java.util.List;
import org.apache.camel.Exchange;

/**
 * A row on its way to the dead letters.
 *
 * @param again its verdict was said before and could not be parked then
 */
public record JudgedRow(Row row, Target target, Verdict verdict, boolean again) {
  /** The exchange property with the rows to park, a list. */
  public static final String PROPERTY = "WavehouseJudged";

  /** The rows this exchange has to park. */
  @SuppressWarnings("unchecked")
  static List<JudgedRow> of(Exchange exchange) {
    return exchange.getProperty(PROPERTY, List.of(), List.class);
  }
}

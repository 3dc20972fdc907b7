package io.wavehouse.ingest.settings;

import java.util.Map;
import java.util.Optional;

/**
 * What differs for one table, of whichever tenant ({@code wavehouse.tables.<table>.*}).
 *
 * @param name the table's real name, percent-decoded
 * @param dlqEnabled its DLQ switch, if it has one of its own; wins over the tenant's
 * @param batch the bounds of its batches, complete: what is not set for the table is the general
 *     value
 * @param format of its payloads
 * @param settings ClickHouse settings that are added to, or replace, the connection's
 */
public record TableSettings(
    String name,
    Optional<Boolean> dlqEnabled,
    BatchSettings batch,
    Format format,
    Map<String, String> settings) {
  public TableSettings {
    settings = Sorted.copy(settings);
  }
}

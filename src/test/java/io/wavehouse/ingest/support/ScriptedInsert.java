package io.wavehouse.ingest.support;

import java.util.List;

/**
 * An INSERT that a scripted ClickHouse received.
 *
 * @param database as named in the statement
 * @param table as named in the statement, unquoted when it is a plain name
 * @param rows lines of the body
 * @param user who asked
 * @param password what they said
 * @param head of the request, its first line and its headers, as they came
 * @param nanos when, on the clock of {@code System.nanoTime}
 */
public record ScriptedInsert(
    String database,
    String table,
    List<String> rows,
    String user,
    String password,
    String head,
    long nanos) {
  /** Whether a row has this text in it. */
  public boolean has(String text) {
    return rows.stream().anyMatch(row -> row.contains(text));
  }
}

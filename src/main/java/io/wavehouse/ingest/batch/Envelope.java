package io.wavehouse.ingest.batch;

import java.util.List;

/**
 * What a payload of the format {@code envelope} says. The row itself stays where it is: its bytes
 * go into the INSERT as they came, so that no number is rounded and no text respelled.
 *
 * @param table real name
 * @param columns of the values of the row, in their order; empty when the row is an object
 * @param from where the row begins in the payload
 * @param to where it ends, exclusive
 */
record Envelope(String table, List<String> columns, int from, int to) {}

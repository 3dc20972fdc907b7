package io.wavehouse.ingest.demo;

import java.util.List;

/**
 * What ClickHouse holds of one table.
 *
 * @param rows all
 * @param distinct different ids
 * @param checksum over the distinct ones
 * @param missing the first few ids that were published as good and are not there
 */
record LandedRows(long rows, long distinct, long checksum, List<Long> missing) {}

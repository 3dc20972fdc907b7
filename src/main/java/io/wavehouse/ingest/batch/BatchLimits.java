package io.wavehouse.ingest.batch;

import java.time.Duration;

/**
 * What flushes a batch, whichever comes first.
 *
 * @param maxRows rows
 * @param maxBytes payload bytes
 * @param maxWait age of the first row
 */
public record BatchLimits(int maxRows, long maxBytes, Duration maxWait) {}

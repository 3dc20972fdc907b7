package io.wavehouse.ingest.settings;

import java.time.Duration;

/**
 * What flushes a batch, whichever is reached first.
 *
 * @param maxRows rows in a batch, at least 1
 * @param maxBytes payload bytes in a batch, at least 1
 * @param maxWait age of the oldest row
 */
public record BatchSettings(int maxRows, long maxBytes, Duration maxWait) {}

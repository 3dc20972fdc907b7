package io.wavehouse.ingest.settings;

import java.time.Duration;

/**
 * How long a pool or table is left alone after a failure that is no row's fault.
 *
 * @param initial the first delay, above zero
 * @param max the longest delay, at least {@code initial}
 */
public record BackoffSettings(Duration initial, Duration max) {}

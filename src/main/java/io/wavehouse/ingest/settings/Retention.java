package io.wavehouse.ingest.settings;

/**
 * Retention of the ingest stream ({@code wavehouse.stream.retention}). Interest retention is not
 * offered: it drops what is published while no consumer exists.
 */
public enum Retention {
  /** An acked row leaves the stream at once. */
  WORKQUEUE,
  /** Acked rows stay; with discard new the stream fills up with them for good. */
  LIMITS
}

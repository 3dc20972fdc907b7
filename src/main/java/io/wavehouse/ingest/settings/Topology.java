package io.wavehouse.ingest.settings;

/** What happens when the stream or its consumer is absent ({@code wavehouse.topology}). */
public enum Topology {
  /** They are created. */
  CREATE,
  /** They are waited for during {@code wavehouse.topology-wait}, then the start is refused. */
  REQUIRE
}

package io.wavehouse.ingest.settings;

/** How the body of an INSERT is encoded ({@code wavehouse.clickhouse.compression}). */
public enum Compression {
  NONE,
  GZIP
}

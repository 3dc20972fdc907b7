package io.wavehouse.ingest.settings;

/** What a message's payload is ({@code wavehouse.format}). */
public enum Format {
  /** One JSON object; the table comes from the subject. */
  ROW,
  /** The WaveHouse wire format: table, columns and row inside the payload. */
  ENVELOPE
}

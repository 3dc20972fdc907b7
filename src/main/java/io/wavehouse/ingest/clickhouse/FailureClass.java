package io.wavehouse.ingest.clickhouse;

/** What a failed insert says about its rows. The exception code decides; see {@link CodeTable}. */
public enum FailureClass {
  /** A verdict on the rows: the only class that may park one. */
  REJECTED("rejected"),
  /** The server cannot take an insert now, or did not answer. */
  UNAVAILABLE("unavailable"),
  /** The server refuses who we are or what we say, whatever the rows. */
  DENIED("denied"),
  /** No code and no known transport failure: nobody judged the rows. */
  UNKNOWN("unknown");

  private final String metricName;

  FailureClass(String metricName) {
    this.metricName = metricName;
  }

  /** As metrics, logs, headers and settings write it. */
  public String metricName() {
    return metricName;
  }

  /** Whether the rows go back to be tried again; only a rejected one does not. */
  public boolean isRetried() {
    return this != REJECTED;
  }
}

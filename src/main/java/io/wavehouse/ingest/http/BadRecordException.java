package io.wavehouse.ingest.http;

/**
 * A record that cannot be taken ends the reading: what stands behind it may not be what it seems.
 */
final class BadRecordException extends Exception {
  private final int status;
  private final long record;

  /**
   * @param status 400, or 413 for its size
   * @param record counted from 0
   * @param fault what is wrong with it
   */
  BadRecordException(int status, long record, String fault) {
    super("record " + record + ": " + fault);
    this.status = status;
    this.record = record;
  }

  int status() {
    return status;
  }

  long record() {
    return record;
  }
}

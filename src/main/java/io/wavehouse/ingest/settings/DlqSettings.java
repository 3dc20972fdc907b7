package io.wavehouse.ingest.settings;

/**
 * Where rejected rows are parked. Whether a row is parked at all depends on its tenant and table:
 * {@link Settings#dlqEnabled(String, String)}.
 *
 * @param enabled the switch for tenants and tables without one of their own
 * @param stream name of the dead-letter stream, on subjects {@code dlq.>}
 * @param maxBytes the stream's size limit in bytes, discard new
 */
public record DlqSettings(boolean enabled, String stream, long maxBytes) {
  /** The subjects of the dead-letter stream; {@code dlq.<tenant>.<table>}. */
  public static final String SUBJECTS = "dlq.>";
}

package io.wavehouse.ingest.clickhouse;

import java.util.Map;

/** An answer that is no success. The message is its first line. */
public final class ClickHouseRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient Map<String, ?> headers;
  private final transient String body;

  public ClickHouseRefusedException(String message) {
    this(message, 0, Map.of(), "");
  }

  /**
   * Keeps the answer for the classifier.
   *
   * @param headers ClickHouse's own, no credentials among them
   * @param body null counts as empty
   */
  public ClickHouseRefusedException(int status, Map<String, ?> headers, String body) {
    this(
        "HTTP " + status + " that is no success, " + headers + ": " + firstLine(body),
        status,
        headers,
        body);
  }

  private ClickHouseRefusedException(
      String message, int status, Map<String, ?> headers, String body) {
    super(PrintableLine.of(message, Failure.MAX_MESSAGE));
    this.status = status;
    this.headers = headers;
    this.body = body == null ? "" : body;
  }

  private static String firstLine(String body) {
    return body == null ? "" : body.lines().findFirst().orElse("");
  }

  /** The HTTP status, 0 when it was not kept. */
  public int status() {
    return status;
  }

  public Map<String, ?> headers() {
    return headers;
  }

  public String body() {
    return body;
  }
}

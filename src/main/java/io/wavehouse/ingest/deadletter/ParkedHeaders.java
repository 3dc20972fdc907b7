package io.wavehouse.ingest.deadletter;

import java.util.Map;

/** Names of the headers of a parked row, written when it is parked and read afterwards. */
public final class ParkedHeaders {
  public static final String ERROR_CLASS = "Wavehouse-Error-Class";
  public static final String ERROR_CODE = "Wavehouse-Error-Code";
  public static final String ERROR_NAME = "Wavehouse-Error-Name";
  public static final String ERROR_MESSAGE = "Wavehouse-Error-Message";
  public static final String HTTP_STATUS = "Wavehouse-Http-Status";
  public static final String SUBJECT = "Wavehouse-Subject";
  public static final String STREAM = "Wavehouse-Stream";
  public static final String STREAM_SEQUENCE = "Wavehouse-Stream-Sequence";
  public static final String TENANT = "Wavehouse-Tenant";
  public static final String TABLE = "Wavehouse-Table";
  public static final String DELIVERED = "Wavehouse-Delivered";
  public static final String PARKED_AT = "Wavehouse-Parked-At";

  /** On a replayed row, and on its copy when it is parked again: how often it was replayed. */
  public static final String REPLAYS = "Wavehouse-Replays";

  private static final String COUNT = "[1-9][0-9]{0,5}";

  private ParkedHeaders() {}

  /** How often the message was replayed; 0 when nothing, or nothing sensible, is said of it. */
  public static int replays(Map<String, String> headers) {
    String count = headers.getOrDefault(REPLAYS, "");
    return count.matches(COUNT) ? Integer.parseInt(count) : 0;
  }
}

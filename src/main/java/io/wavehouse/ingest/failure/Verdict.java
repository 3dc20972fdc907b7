package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.clickhouse.Failure;
import io.wavehouse.ingest.clickhouse.PrintableLine;

/**
 * Why a row is parked.
 *
 * @param failureClass {@value #REJECTED} by ClickHouse, or {@value #POISON}: never a row at all
 * @param code ClickHouse's exception code, 0 for none
 * @param codeName its name, "" for none
 * @param httpStatus 0 for none
 * @param message one printable line
 */
public record Verdict(
    String failureClass, int code, String codeName, int httpStatus, String message) {
  public static final String REJECTED = "rejected";
  public static final String POISON = "poison";

  private static final int MAX_LOGGED = 300;

  static Verdict of(Failure rejection) {
    return new Verdict(
        REJECTED,
        rejection.code(),
        rejection.codeName(),
        rejection.httpStatus(),
        rejection.message());
  }

  static Verdict poison(String fault) {
    return new Verdict(POISON, 0, "", 0, fault);
  }

  /** The same with a message of at most so many chars. */
  Verdict shortened(int most) {
    return message.length() <= most
        ? this
        : new Verdict(failureClass, code, codeName, httpStatus, PrintableLine.of(message, most));
  }

  /** The message goes without a row, so nothing is lost when it goes for good. */
  boolean isPoison() {
    return failureClass.equals(POISON);
  }

  /** For a log line; ClickHouse's own text says its code. */
  @Override
  public String toString() {
    return failureClass + ": " + PrintableLine.of(message, MAX_LOGGED);
  }
}

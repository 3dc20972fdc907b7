package io.wavehouse.ingest.clickhouse;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the code of an answer: the header, else the start of the body, else, in a 2xx, what follows
 * the {@code __exception__} mark that newer servers put before a failure met after the status went
 * out. Only the outermost code: numbers quoted inside the text may be anyone's, a row's included.
 */
final class ExceptionCode {
  static final String HEADER = "X-ClickHouse-Exception-Code";
  static final String TAG_HEADER = "X-ClickHouse-Exception-Tag";

  /** {@code Code: 27. DB::Exception: …}, or as old servers write: {@code Code: 27, e.display…}. */
  private static final Pattern AT_START = Pattern.compile("Code:\\s*+(\\d++)[.,]");

  /** {@code __exception__}, a line with the answer's random tag, and then as above. */
  private static final Pattern AFTER_MARK =
      Pattern.compile("__exception__\\s++(?:([A-Za-z0-9]{1,64}+)\\s++)?Code:\\s*+(\\d++)[.,]");

  private ExceptionCode() {}

  /** The code, or 0 where there is none. */
  static int of(int status, Map<String, ?> headers, String body) {
    int code = fromHeader(headers);
    if (code == 0) {
      Matcher start = AT_START.matcher(body);
      code = start.lookingAt() ? positive(start.group(1)) : 0;
    }
    if (code == 0 && status >= 200 && status < 300) {
      code = afterMark(headers, body);
    }
    return code;
  }

  private static int fromHeader(Map<String, ?> headers) {
    return values(headers, HEADER).stream()
        .mapToInt(value -> positive(String.valueOf(value).strip()))
        .filter(code -> code > 0)
        .findFirst()
        .orElse(0);
  }

  /** Where the answer named its tag, a mark with another one is data, not an exception. */
  private static int afterMark(Map<String, ?> headers, String body) {
    List<?> tags = values(headers, TAG_HEADER);
    Matcher mark = AFTER_MARK.matcher(body);
    while (mark.find()) {
      if (tags.isEmpty() || tags.contains(mark.group(1))) {
        return positive(mark.group(2));
      }
    }
    return 0;
  }

  private static List<?> values(Map<String, ?> headers, String name) {
    return headers.entrySet().stream()
        .filter(header -> name.equalsIgnoreCase(header.getKey()))
        .map(Map.Entry::getValue)
        .flatMap(value -> value instanceof List<?> list ? list.stream() : Stream.ofNullable(value))
        .toList();
  }

  /** Negative, too large and non-numeric texts are no code. */
  static int positive(String digits) {
    if (!digits.matches("[0-9]{1,18}")) {
      return 0;
    }
    long number = Long.parseLong(digits);
    return number <= Integer.MAX_VALUE ? (int) number : 0;
  }
}

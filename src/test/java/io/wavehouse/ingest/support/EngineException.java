package io.wavehouse.ingest.support;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An error with ClickHouse's code and its text, {@code Code: 27. DB::Exception: … (NAME)}. */
final class EngineException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final Pattern CODE = Pattern.compile("^Code: (\\d+)\\. ");
  private static final int UNKNOWN_EXCEPTION = 1002;

  private final int code;

  /** An error in the engine's own words. */
  EngineException(String text) {
    super(text);
    Matcher matcher = CODE.matcher(text);
    this.code = matcher.find() ? Integer.parseInt(matcher.group(1)) : UNKNOWN_EXCEPTION;
  }

  /** An error that the HTTP layer of the real server raises before the engine is asked. */
  EngineException(int code, String text, String name) {
    this("Code: " + code + ". DB::Exception: " + text + " (" + name + ")");
  }

  int code() {
    return code;
  }
}

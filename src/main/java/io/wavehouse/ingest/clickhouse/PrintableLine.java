package io.wavehouse.ingest.clickhouse;

/** Text of strangers made fit for a log line or a header. */
public final class PrintableLine {
  private PrintableLine() {}

  /**
   * The text as one line: each run of blanks, line ends, control, format and unassigned characters
   * and of broken surrogates becomes one space. Reads no further than it needs.
   *
   * @param text null counts as empty
   * @param maxLength in chars; a character of two chars is never cut in half
   */
  public static String of(String text, int maxLength) {
    if (text == null) {
      return "";
    }
    StringBuilder line = new StringBuilder(Math.min(text.length(), maxLength));
    boolean gap = false;
    int next = 0;
    while (next < text.length()) {
      int character = text.codePointAt(next);
      next += Character.charCount(character);
      if (!isPrintable(character)) {
        gap = !line.isEmpty();
        continue;
      }
      if (line.length() + (gap ? 1 : 0) + Character.charCount(character) > maxLength) {
        break;
      }
      if (gap) {
        line.append(' ');
        gap = false;
      }
      line.appendCodePoint(character);
    }
    return line.toString();
  }

  private static boolean isPrintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}

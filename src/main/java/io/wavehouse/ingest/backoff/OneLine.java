package io.wavehouse.ingest.backoff;

/** Text from outside as one short printable line: servers send megabytes, names hold newlines. */
final class OneLine {
  private static final int MAX_CHARS = 200;

  private OneLine() {}

  /** At most 200 characters; runs of spaces, line ends and control characters become one space. */
  static String of(String text) {
    StringBuilder line = new StringBuilder(MAX_CHARS);
    boolean gap = false;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (!printable(c)) {
        gap = line.length() > 0;
        continue;
      }
      if (line.length() + (gap ? 1 : 0) + Character.charCount(c) > MAX_CHARS) {
        break;
      }
      if (gap) {
        line.append(' ');
        gap = false;
      }
      line.appendCodePoint(c);
    }
    return line.toString();
  }

  private static boolean printable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}

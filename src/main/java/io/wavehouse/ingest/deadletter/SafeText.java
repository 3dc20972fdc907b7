package io.wavehouse.ingest.deadletter;

import java.util.Locale;

/** Text of strangers made fit for a terminal: nothing in it moves a cursor or hides other text. */
public final class SafeText {
  private SafeText() {}

  /**
   * One line in which each control, format, unassigned or broken character is written as its
   * number, such as {@code \\u001B}.
   */
  public static String of(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            character -> {
              if (isSafe(character)) {
                safe.appendCodePoint(character);
              } else {
                safe.append(String.format(Locale.ROOT, "\\u%04X", character));
              }
            });
    return safe.toString();
  }

  private static boolean isSafe(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}

package io.wavehouse.ingest.support;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;

/**
 * An {@code INSERT … FORMAT name} whose data follows the statement.
 *
 * <p>It is taken apart because the engine, given statement and data as one text, ends the data at a
 * blank line and runs the rest as a statement, which the server never does.
 *
 * @param head the statement up to the word FORMAT
 * @param dataOffset the byte at which the data starts
 */
record InsertStatement(String head, String format, int dataOffset) {
  /** A statement's head longer than this is given to the engine whole. */
  private static final int LONGEST_HEAD = 256 * 1024;

  /** The statement, or null when the text is anything but an INSERT with data in a format. */
  static InsertStatement in(byte[] text) {
    String head = new String(text, 0, Math.min(text.length, LONGEST_HEAD), ISO_8859_1);
    int at = 0;
    int depth = 0;
    boolean insert = false;
    while (at < head.length()) {
      char c = head.charAt(at);
      if (c == '\'' || c == '"' || c == '`') {
        at = afterQuoted(head, at);
      } else if (isWord(c)) {
        int end = afterWord(head, at);
        String word = head.substring(at, end).toUpperCase(Locale.ROOT);
        if (!insert && !word.equals("INSERT")) {
          return null;
        }
        insert = true;
        if (depth == 0 && (word.equals("SELECT") || word.equals("VALUES") || word.equals("WITH"))) {
          return null;
        }
        if (depth == 0 && word.equals("FORMAT")) {
          return split(text, head, at, end);
        }
        at = end;
      } else {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        at++;
      }
    }
    return null;
  }

  private static InsertStatement split(byte[] text, String head, int wordStart, int wordEnd) {
    int name = wordEnd;
    while (name < head.length() && Character.isWhitespace(head.charAt(name))) {
      name++;
    }
    int end = afterWord(head, name);
    if (end == name || head.substring(name, end).equalsIgnoreCase("VALUES")) {
      return null;
    }
    int data = end;
    while (data < head.length() && (head.charAt(data) == ' ' || head.charAt(data) == '\r')) {
      data++;
    }
    if (data < head.length() && head.charAt(data) == '\n') {
      data++;
    }
    // The head goes on as bytes again: Latin-1 there and back keeps every byte.
    String before = new String(text, 0, wordStart, ISO_8859_1);
    return new InsertStatement(before, head.substring(name, end), data);
  }

  private static int afterQuoted(String text, int start) {
    char quote = text.charAt(start);
    for (int at = start + 1; at < text.length(); at++) {
      if (text.charAt(at) == '\\') {
        at++;
      } else if (text.charAt(at) == quote) {
        return at + 1;
      }
    }
    return text.length();
  }

  private static int afterWord(String text, int start) {
    int at = start;
    while (at < text.length() && isWord(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isWord(char c) {
    return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
  }

  byte[] headBytes() {
    return head.getBytes(ISO_8859_1);
  }
}

package io.wavehouse.ingest.http;

import io.wavehouse.ingest.batch.JsonObjectCheck;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a body into records, each exactly one JSON object and byte for byte as it was sent. The body
 * is an array of objects, or objects of which each ends its line: NDJSON, and a single object over
 * many lines too. A byte order mark in front is skipped, as are blank lines.
 *
 * <p>Here only the ends of objects are found, by depth and quotes; what is between must pass {@link
 * JsonObjectCheck}. So a record that is not closed takes in what follows it, up to the longest
 * record, and is refused with it.
 */
final class RecordSplitter {
  private static final int[] BYTE_ORDER_MARK = {0xEF, 0xBB, 0xBF};
  private static final int END = -1;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int filled;
  private byte[] record = new byte[1 << 10];
  private int length;
  private long count;
  private boolean begun;
  private boolean array;

  RecordSplitter(InputStream in) {
    this.in = in;
  }

  /** The records given so far; the place, counted from 0, of the one that fails. */
  long count() {
    return count;
  }

  /**
   * The next record.
   *
   * @param longest bytes of a record at most
   * @return null after the last
   */
  byte[] next(int longest) throws IOException, BadRecordException {
    if (!begun) {
      begin();
    } else if (array && !separated()) {
      return null;
    }
    int first = skipBlank();
    if (first == END && !array) {
      if (count == 0) {
        throw bad("the body is empty; send a JSON object, an array of objects, or NDJSON");
      }
      return null;
    }
    if (first == ']' && array && count == 0) {
      at++;
      requireEnd();
      return null;
    }
    if (first != '{') {
      throw bad(first == END ? "the array is not closed" : "no JSON object");
    }
    readObject(longest);
    byte[] complete = Arrays.copyOf(record, length);
    requireObject(complete);
    if (!array) {
      requireLineEnd();
    }
    count++;
    return complete;
  }

  private void begin() throws IOException, BadRecordException {
    begun = true;
    if (peek() == BYTE_ORDER_MARK[0]) {
      for (int mark : BYTE_ORDER_MARK) {
        if (peek() != mark) {
          throw bad("no JSON object");
        }
        at++;
      }
    }
    array = skipBlank() == '[';
    if (array) {
      at++;
    }
  }

  /** Whether another element follows in the array. */
  private boolean separated() throws IOException, BadRecordException {
    int separator = skipBlank();
    if (separator == ',') {
      at++;
      return true;
    }
    if (separator != ']') {
      throw bad(separator == END ? "the array is not closed" : "no comma in front of it");
    }
    at++;
    requireEnd();
    return false;
  }

  private void requireEnd() throws IOException, BadRecordException {
    if (skipBlank() != END) {
      throw bad("bytes after the array");
    }
  }

  private void requireLineEnd() throws IOException, BadRecordException {
    int next = peek();
    while (next == ' ' || next == '\t' || next == '\r') {
      at++;
      next = peek();
    }
    if (next != '\n' && next != END) {
      throw bad("bytes after its JSON object on the same line");
    }
  }

  /** Takes bytes up to the one that closes the object at hand. */
  private void readObject(int longest) throws IOException, BadRecordException {
    length = 0;
    int depth = 0;
    boolean quoted = false;
    boolean escaped = false;
    while (peek() != END) {
      int from = at;
      while (at < filled) {
        byte b = buffer[at++];
        if (escaped) {
          escaped = false;
        } else if (quoted) {
          escaped = b == '\\';
          quoted = b != '"';
        } else if (b == '"') {
          quoted = true;
        } else if (b == '{' || b == '[') {
          depth++;
        } else if ((b == '}' || b == ']') && --depth == 0) {
          append(from, longest);
          return;
        }
      }
      append(from, longest);
    }
    requireObject(Arrays.copyOf(record, length));
    throw bad("an incomplete JSON object");
  }

  private void append(int from, int longest) throws BadRecordException {
    int more = at - from;
    if (more > longest - length) {
      throw new BadRecordException(
          413, count, "longer than " + longest + " bytes, or not closed; make it smaller");
    }
    if (length + more > record.length) {
      record = Arrays.copyOf(record, Math.min(longest, Math.max(length + more, 2 * length)));
    }
    System.arraycopy(buffer, from, record, length, more);
    length += more;
  }

  private void requireObject(byte[] complete) throws BadRecordException {
    String fault = JsonObjectCheck.fault(complete).orElse("");
    if (!fault.isEmpty()) {
      throw bad(fault.replaceFirst("^payload (is )?", ""));
    }
  }

  private BadRecordException bad(String fault) {
    return new BadRecordException(400, count, fault);
  }

  private int skipBlank() throws IOException {
    int next = peek();
    while (next == ' ' || next == '\t' || next == '\r' || next == '\n') {
      at++;
      next = peek();
    }
    return next;
  }

  private int peek() throws IOException {
    while (at == filled) {
      filled = in.read(buffer, 0, buffer.length);
      at = 0;
      if (filled < 0) {
        filled = 0;
        return END;
      }
    }
    return buffer[at] & 0xFF;
  }
}

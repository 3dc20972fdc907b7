package io.wavehouse.ingest.jetstream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a NATS server sends, with the headers of each message made readable to jnats. All else goes
 * through as it is. Not thread-safe.
 *
 * <p><b>Failure semantics.</b> A row is its payload, which is never touched. Headers that cannot be
 * read are mended or left out, since the row would otherwise never be received, nor any behind it.
 */
final class HeaderGuard {
  private static final Pattern SPACES = Pattern.compile("[ \t]+");
  private static final String PLAIN = "MSG";
  private static final int LINE_END = 2;

  /** A stored message is acked to such a subject; a server's own word has another, or none. */
  private static final String ACK = "$JS.ACK.";

  private final Source source;
  private final byte[] input = new byte[1 << 16];
  private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();
  private int at;
  private int filled;
  private byte[] ready = new byte[0];
  private int given;
  private long payloadLeft;
  private int headersLeft;
  private String[] message;

  /** Where the server's bytes come from, as {@link java.io.InputStream#read(byte[], int, int)}. */
  @FunctionalInterface
  interface Source {
    int read(byte[] target, int offset, int length) throws IOException;
  }

  HeaderGuard(Source source) {
    this.source = source;
  }

  /** As {@link java.io.InputStream#read(byte[], int, int)}; waits for the first byte alone. */
  int read(byte[] target, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      if (given < ready.length) {
        int count = Math.min(ready.length - given, length - done);
        System.arraycopy(ready, given, target, offset + done, count);
        given += count;
        done += count;
      } else if (at == filled) {
        if (done > 0) {
          return done;
        }
        at = 0;
        filled = Math.max(0, source.read(input, 0, input.length));
        if (filled == 0) {
          return -1;
        }
      } else if (payloadLeft > 0) {
        int count = (int) Math.min(payloadLeft, Math.min(filled - at, length - done));
        System.arraycopy(input, at, target, offset + done, count);
        at += count;
        payloadLeft -= count;
        done += count;
      } else if (headersLeft > 0) {
        gatherHeaders();
      } else {
        gatherLine();
      }
    }
    return done;
  }

  private void give(byte[] bytes) {
    ready = bytes;
    given = 0;
  }

  private void gatherLine() {
    int from = at;
    while (at < filled && input[at] != '\n') {
      at++;
    }
    boolean ended = at < filled;
    if (ended) {
      at++;
    }
    gathered.write(input, from, at - from);
    if (ended) {
      byte[] line = gathered.toByteArray();
      gathered.reset();
      take(line);
    }
  }

  private void take(byte[] line) {
    switch (line[0]) {
      case 'M' -> {
        give(line);
        payloadLeft = (long) lastNumber(line) + LINE_END;
      }
      case 'H' -> {
        // One byte a character, so that the line can be written again as it was.
        message = SPACES.split(new String(line, StandardCharsets.ISO_8859_1).strip(), -1);
        headersLeft = Integer.parseInt(message[message.length - 2]);
      }
      default -> give(line);
    }
  }

  /** Of a line's words the last, without making them words: most messages come this way. */
  private static int lastNumber(byte[] line) {
    int end = line.length;
    while (end > 0 && line[end - 1] <= ' ') {
      end--;
    }
    int from = end;
    while (from > 0 && line[from - 1] > ' ') {
      from--;
    }
    return Integer.parseInt(new String(line, from, end - from, StandardCharsets.ISO_8859_1));
  }

  private void gatherHeaders() {
    int count = Math.min(headersLeft, filled - at);
    gathered.write(input, at, count);
    at += count;
    headersLeft -= count;
    if (headersLeft == 0) {
      byte[] headers = gathered.toByteArray();
      gathered.reset();
      int total = Integer.parseInt(message[message.length - 1]);
      payloadLeft = (long) total - headers.length + LINE_END;
      boolean stored = message[message.length - 3].startsWith(ACK);
      Optional<byte[]> readable = ReadableHeaders.of(headers, stored);
      give(readable.map(this::withHeaders).orElseGet(() -> withoutHeaders(total - headers.length)));
    }
  }

  private byte[] withHeaders(byte[] headers) {
    byte[] line = line(String.join(" ", message));
    byte[] both = new byte[line.length + headers.length];
    System.arraycopy(line, 0, both, 0, line.length);
    System.arraycopy(headers, 0, both, line.length, headers.length);
    return both;
  }

  private byte[] withoutHeaders(int payload) {
    String[] words = new String[message.length - 1];
    System.arraycopy(message, 0, words, 0, words.length);
    words[0] = PLAIN;
    words[words.length - 1] = Integer.toString(payload);
    return line(String.join(" ", words));
  }

  private static byte[] line(String words) {
    return (words + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
  }
}

package io.wavehouse.ingest.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A body unpacked, up to the largest we take. */
final class Content extends InputStream {
  private final InputStream body;
  private final boolean gzip;
  private final long max;
  private InputStream in;
  private long count;

  /**
   * @param gzip whether the body is packed so
   * @param max bytes at most, unpacked
   */
  Content(InputStream body, boolean gzip, long max) {
    this.body = body;
    this.gzip = gzip;
    this.max = max;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read;
    try {
      if (in == null) {
        in = gzip ? new GZIPInputStream(body, 1 << 16) : body;
      }
      read = in.read(target, offset, length);
    } catch (ZipException | EOFException e) {
      throw new UnreadableBodyException(400, "the body is no complete gzip; pack it again");
    }
    count += Math.max(0, read);
    if (count > max) {
      throw tooLarge(max);
    }
    return read;
  }

  static UnreadableBodyException tooLarge(long max) {
    return new UnreadableBodyException(
        413,
        "the body has more than the "
            + max
            + " bytes of wavehouse.http.max-body; send it in parts");
  }
}

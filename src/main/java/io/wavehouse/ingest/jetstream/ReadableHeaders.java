package io.wavehouse.ingest.jetstream;

import io.nats.client.support.IncomingHeadersProcessor;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The headers of a message as jnats can read them, judged by its own parser. */
final class ReadableHeaders {
  private static final Logger LOG = LoggerFactory.getLogger(ReadableHeaders.class);

  private ReadableHeaders() {}

  /**
   * Of the same length.
   *
   * @param block as it came, from its version to its empty line
   * @param stored whether it is a stored message's, and so no word of the server's own
   * @return empty when nothing in it can be read
   */
  static Optional<byte[]> of(byte[] block, boolean stored) {
    if (isReadable(block, stored)) {
      return Optional.of(block);
    }
    byte[] mended = ascii(block);
    boolean isMended = isReadable(mended, stored);
    LOG.debug("headers of a message cannot be read; {}", isMended ? "mended" : "left out");
    return isMended ? Optional.of(mended) : Optional.empty();
  }

  /** A stored message with a status would pass for a word of the server's and never be a row. */
  private static boolean isReadable(byte[] block, boolean stored) {
    try {
      return new IncomingHeadersProcessor(block).getStatus() == null || !stored;
    } catch (IllegalArgumentException | IndexOutOfBoundsException unreadable) {
      return false;
    }
  }

  /** With a question mark for each byte of what is not ASCII, as in a dead letter's message. */
  private static byte[] ascii(byte[] block) {
    byte[] mended = block.clone();
    for (int i = 0; i < mended.length; i++) {
      if (mended[i] < 0) {
        mended[i] = '?';
      }
    }
    return mended;
  }
}

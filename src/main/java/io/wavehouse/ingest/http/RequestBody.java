package io.wavehouse.ingest.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The body of a request as it arrives. Few buffers are asked for ahead; while nobody reads, Vert.x
 * reads nothing from the connection (HTTP/2: takes no more than the stream's window), and the
 * client has to wait.
 */
final class RequestBody extends InputStream {
  private static final Logger LOG = LoggerFactory.getLogger(RequestBody.class);
  private static final int AHEAD = 4;
  private static final Duration LOOK = Duration.ofMillis(200);

  /** What a refused client may still send: who gets a reset may never see the answer. */
  private static final long MAX_UNREAD = 8L << 20;

  private final HttpServerRequest request;
  private final MinimumRate rate;
  private final DrainDeadline deadline;
  private final BlockingQueue<Optional<Buffer>> arrived = new LinkedBlockingQueue<>();
  private volatile boolean gone;
  private volatile boolean discarding;
  private long unread;
  private boolean asked;
  private boolean ended;
  private Buffer buffer = Buffer.buffer();
  private int at;

  /**
   * @param request paused
   * @param rate how slowly it may come
   */
  RequestBody(HttpServerRequest request, MinimumRate rate, DrainDeadline deadline) {
    this.request = request;
    this.rate = rate;
    this.deadline = deadline;
    request.exceptionHandler(
        failure -> {
          gone = true;
          arrived.add(Optional.empty());
        });
    request.handler(this::arrived);
    request.endHandler(end -> arrived.add(Optional.empty()));
  }

  private void arrived(Buffer bytes) {
    if (!discarding) {
      arrived.add(Optional.of(bytes));
      return;
    }
    unread += bytes.length();
    if (unread > MAX_UNREAD) {
      giveUp();
    }
  }

  /** Ends the request alone where others share its connection. */
  private void giveUp() {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset();
    } else {
      request.connection().close();
    }
  }

  /** HTTP/2 refuses to be asked once all has come; what is left is in the queue then. */
  private void fetch(long buffers) {
    try {
      request.fetch(buffers);
    } catch (IllegalStateException allHasCome) {
      LOG.trace("the whole body is here", allHasCome);
    }
  }

  /** Lets the rest of the body come and go, so that the connection can be used again. */
  void discardRest() {
    discarding = true;
    arrived.clear();
    fetch(Long.MAX_VALUE);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, buffer.length() - at);
    buffer.getBytes(at, at + count, target, offset);
    at += count;
    return count;
  }

  /** Waits for a byte or the end: {@code GZIPInputStream} takes 0 for the end of the body. */
  @Override
  public int available() throws IOException {
    return fill() ? buffer.length() - at : 0;
  }

  /** False at the end. */
  private boolean fill() throws IOException {
    while (at == buffer.length() && !ended) {
      if (!asked) {
        ask();
      }
      Optional<Buffer> next = await();
      if (gone) {
        throw new ClientGoneException();
      }
      ended = next.isEmpty();
      buffer = next.orElse(buffer);
      at = ended ? buffer.length() : 0;
      fetch(1);
    }
    return !ended;
  }

  private void ask() {
    asked = true;
    if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
      request.response().writeContinue();
    }
    fetch(AHEAD);
  }

  private Optional<Buffer> await() throws IOException {
    try {
      while (true) {
        if (deadline.isOver()) {
          throw new UnreadableBodyException(503, "the bundle is stopping; send the rest again");
        }
        long from = System.nanoTime();
        Optional<Buffer> next = arrived.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        boolean over = next != null && next.isEmpty();
        long bytes = next == null || over ? 0 : next.get().length();
        if (!rate.isKept(System.nanoTime() - from, bytes) && !over) {
          throw new UnreadableBodyException(
              408,
              "the body comes at less than "
                  + MinimumRate.BYTES_PER_SECOND
                  + " bytes a second; send it in parts");
        }
        if (next != null) {
          return next;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreadableBodyException(503, "the bundle is stopping; send the rest again");
    }
  }
}

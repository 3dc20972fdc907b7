package io.wavehouse.ingest.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of a request as it arrives. Few buffers are asked for ahead; while nobody reads, Vert.x
 * reads nothing from the connection, and the client has to wait.
 */
final class RequestBody extends InputStream {
  private static final int AHEAD = 4;
  private static final Duration LOOK = Duration.ofMillis(200);

  /** What a refused client may still send: who gets a reset may never see the answer. */
  private static final long MAX_UNREAD = 8L << 20;

  private final HttpServerRequest request;
  private final Duration readTimeout;
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
   * @param readTimeout how long it may give no byte
   */
  RequestBody(HttpServerRequest request, Duration readTimeout, DrainDeadline deadline) {
    this.request = request;
    this.readTimeout = readTimeout;
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
      request.connection().close();
    }
  }

  /** Lets the rest of the body come and go, so that the connection can be used again. */
  void discardRest() {
    discarding = true;
    arrived.clear();
    request.resume();
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
      request.fetch(1);
    }
    return !ended;
  }

  private void ask() {
    asked = true;
    if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
      request.response().writeContinue();
    }
    request.fetch(AHEAD);
  }

  private Optional<Buffer> await() throws IOException {
    long from = System.nanoTime();
    try {
      while (true) {
        if (deadline.isOver()) {
          throw new UnreadableBodyException(503, "the bundle is stopping; send the rest again");
        }
        Optional<Buffer> next = arrived.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        if (next != null) {
          return next;
        }
        if (System.nanoTime() - from > readTimeout.toNanos()) {
          throw new UnreadableBodyException(
              408, "no byte of the body came in " + readTimeout.toSeconds() + " s; send it again");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreadableBodyException(503, "the bundle is stopping; send the rest again");
    }
  }
}

package io.wavehouse.ingest.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/**
 * Lets no request of an HTTP/2 connection starve another. All streams of one share a window of 64
 * KiB: a request that waits for a thread, unread, would hold all of it, and one that has a thread
 * would get no byte. Called on the connection's event loop, which the window belongs to.
 */
public final class SharedConnection implements Handler<RoutingContext> {
  /** The streams Vert.x allows on a connection, 100, times the window of each, 65,535 bytes. */
  private static final int WINDOW = 8 << 20;

  @Override
  public void handle(RoutingContext request) {
    if (request.request().version() == HttpVersion.HTTP_2) {
      HttpConnection connection = request.request().connection();
      if (connection.getWindowSize() < WINDOW) {
        connection.setWindowSize(WINDOW);
      }
    }
    request.next();
  }
}

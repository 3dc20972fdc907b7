package io.wavehouse.ingest.clickhouse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ServerSocketFactory;

/** A server on a real local socket that reads a request's head and then misbehaves as told. */
final class ScriptedPeer implements AutoCloseable {
  /** What to do with a connection whose request was read. */
  @FunctionalInterface
  interface Script {
    void run(Socket connection) throws IOException;
  }

  private final ServerSocket server;
  private final ConcurrentLinkedQueue<Socket> open = new ConcurrentLinkedQueue<>();

  private ScriptedPeer(ServerSocket server, Script script) {
    this.server = server;
    Thread thread = new Thread(() -> serve(script), "scripted-peer");
    thread.setDaemon(true);
    thread.start();
  }

  static ScriptedPeer that(Script script) {
    return that(script, ServerSocketFactory.getDefault());
  }

  static ScriptedPeer that(Script script, ServerSocketFactory sockets) {
    try {
      return new ScriptedPeer(
          sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends these bytes, then closes. */
  static ScriptedPeer answering(String answer) {
    return that(
        connection -> {
          connection.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
          connection.close();
        });
  }

  static ScriptedPeer silent() {
    return that(connection -> {});
  }

  static ScriptedPeer closing() {
    return that(Socket::close);
  }

  static ScriptedPeer resetting() {
    return that(
        connection -> {
          connection.setSoLinger(true, 0);
          connection.close();
        });
  }

  int port() {
    return server.getLocalPort();
  }

  private void serve(Script script) {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        open.add(connection);
        readHead(connection.getInputStream());
        script.run(connection);
      } catch (IOException e) {
        // The client went away first, or the test is over: the next connection decides.
      }
    }
  }

  /** Up to the empty line; a TLS client's first bytes hold none, so they end it as well. */
  private static void readHead(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0) {
      head.write(next);
      boolean tls = head.size() == 1 && next == 0x16;
      if (tls || head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        return;
      }
      next = in.read();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket connection : open) {
      connection.close();
    }
  }
}

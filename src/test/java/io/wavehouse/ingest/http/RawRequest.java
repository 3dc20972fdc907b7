package io.wavehouse.ingest.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Bytes on a connection, as no client library would send them. */
final class RawRequest implements AutoCloseable {
  private final Socket socket;

  RawRequest(URI edge) throws IOException {
    socket = new Socket(edge.getHost(), edge.getPort());
    socket.setSoTimeout(15_000);
  }

  /** Sends text, one byte a character. */
  RawRequest send(String text) throws IOException {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
    } catch (SocketException closed) {
      // Refused before all of it was sent; what was answered can still be read.
    }
    return this;
  }

  /** As {@link #send}, of whom has gone meanwhile. */
  void trySend(String text) {
    try {
      send(text);
    } catch (IOException gone) {
      // What was answered can still be read.
    }
  }

  /** The first line of the answer; empty when the connection ended without one. */
  String status() throws IOException {
    StringBuilder line = new StringBuilder();
    InputStream in = socket.getInputStream();
    try {
      for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
        line.append((char) b);
      }
    } catch (SocketTimeoutException e) {
      return "no answer";
    } catch (SocketException reset) {
      return line.toString().strip();
    }
    return line.toString().strip();
  }

  /** Nothing more comes. */
  RawRequest shutdown() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

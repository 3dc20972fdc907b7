package io.wavehouse.ingest.support;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Whether a NATS server greets: it sends {@code INFO {…}} as soon as a connection opens. */
final class NatsGreeting {
  private static final int MILLIS = 2000;

  private NatsGreeting() {}

  static boolean from(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), MILLIS);
      socket.setSoTimeout(MILLIS);
      return socket.getInputStream().read() == 'I';
    } catch (IOException notYet) {
      return false;
    }
  }
}

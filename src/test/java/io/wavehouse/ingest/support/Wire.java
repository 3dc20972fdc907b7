package io.wavehouse.ingest.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A TCP connection to a server that a test can cut while the server goes on. */
public final class Wire implements AutoCloseable {
  private final int serverPort;
  private final int port;
  private final Queue<Socket> ends = new ConcurrentLinkedQueue<>();
  private volatile ServerSocket listener;

  /**
   * @param serverPort on loopback
   */
  public Wire(int serverPort) {
    this.serverPort = serverPort;
    this.port = FreePort.next();
    mend();
  }

  /** On loopback, the same after a cut. */
  public int port() {
    return port;
  }

  /** Ends what is open and refuses what comes. */
  public void cut() {
    closeQuietly(listener);
    ends.forEach(Wire::closeQuietly);
    ends.clear();
  }

  /** Lets new connections through. */
  public void mend() {
    try {
      ServerSocket opened = new ServerSocket();
      opened.setReuseAddress(true);
      opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      listener = opened;
      inBackground(() -> accept(opened));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on port " + port, e);
    }
  }

  @Override
  public void close() {
    cut();
  }

  private void accept(ServerSocket opened) {
    try {
      while (true) {
        through(opened.accept());
      }
    } catch (IOException e) {
      // Cut.
      closeQuietly(opened);
    }
  }

  private void through(Socket client) {
    try {
      Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
      ends.add(client);
      ends.add(server);
      inBackground(() -> pass(client, server));
      inBackground(() -> pass(server, client));
    } catch (IOException e) {
      // The server is away, which its client is to learn.
      closeQuietly(client);
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
    } catch (IOException e) {
      // Cut, or one side went away: the other learns it by the close.
    } finally {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private static void inBackground(Runnable work) {
    Thread thread = new Thread(work, "wire");
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(AutoCloseable end) {
    try {
      end.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.wavehouse.ingest.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** Ends TLS in front of a server that speaks plain HTTP. */
public final class TlsFront implements AutoCloseable {
  private final ServerSocket server;
  private final URI behind;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  public TlsFront(SSLContext context, URI behind) throws IOException {
    this.behind = behind;
    this.server =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  public String url() {
    return "https://127.0.0.1:" + server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Socket plain = new Socket(behind.getHost(), behind.getPort());
        threads.execute(() -> copy(client, plain));
        threads.execute(() -> copy(plain, client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8192];
      for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
        out.write(buffer, 0, length);
        out.flush();
      }
    } catch (IOException gone) {
      // One side has ended, and so has the other then.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }
}

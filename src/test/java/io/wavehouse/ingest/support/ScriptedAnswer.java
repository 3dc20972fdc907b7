package io.wavehouse.ingest.support;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** What a scripted ClickHouse does with one request. */
@FunctionalInterface
public interface ScriptedAnswer {
  /** Answers on the connection, or does something else to it. */
  void give(Socket connection) throws IOException, InterruptedException;

  /** A success, as ClickHouse says it. */
  static ScriptedAnswer ok() {
    return http(200, "", "");
  }

  /** A failure with a code, as ClickHouse 26.7 says it. */
  static ScriptedAnswer code(int status, int code, String text) {
    return http(
        status,
        "X-ClickHouse-Exception-Code: " + code + "\r\n",
        "Code: " + code + ". DB::Exception: " + text + "\n");
  }

  /** Any answer. */
  static ScriptedAnswer http(int status, String headers, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return connection -> {
      OutputStream out = connection.getOutputStream();
      String head =
          "HTTP/1.1 %d Scripted\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n"
              .formatted(status, headers, bytes.length);
      out.write(head.getBytes(StandardCharsets.ISO_8859_1));
      out.write(bytes);
      out.flush();
    };
  }

  /** The connection is reset. */
  static ScriptedAnswer reset() {
    return connection -> connection.setSoLinger(true, 0);
  }

  /** The answer stops in its middle. */
  static ScriptedAnswer cut() {
    return connection ->
        connection
            .getOutputStream()
            .write(
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nCode"
                    .getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Nothing is said until the latch opens. */
  static ScriptedAnswer after(CountDownLatch latch, ScriptedAnswer then) {
    return connection -> {
      latch.await();
      then.give(connection);
    };
  }
}

package io.wavehouse.ingest.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Speaks HTTP like ClickHouse and answers each INSERT by a script: for answers that a real server
 * does not give on demand. It knows every setting, unless the question for them has an answer too.
 */
public final class ScriptedClickHouse implements AutoCloseable {
  private static final Pattern INSERT =
      Pattern.compile("INSERT INTO `(.*?)`\\.`(.*?)`(?: \\(.*\\))? FORMAT");
  private static final Pattern NAME = Pattern.compile("'(\\w+)'");

  private final ServerSocket server;
  private final ExecutorService connections = Executors.newCachedThreadPool();
  private final Queue<ScriptedInsert> inserts = new ConcurrentLinkedQueue<>();
  private final Queue<String> landed = new ConcurrentLinkedQueue<>();
  private final AtomicInteger questions = new AtomicInteger();
  private volatile Function<ScriptedInsert, ScriptedAnswer> script;
  private volatile Optional<ScriptedAnswer> toQuestions = Optional.empty();

  public ScriptedClickHouse(Function<ScriptedInsert, ScriptedAnswer> script) throws IOException {
    this(FreePort.next(), script);
  }

  public ScriptedClickHouse(int port, Function<ScriptedInsert, ScriptedAnswer> script)
      throws IOException {
    this.script = script;
    this.server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    connections.execute(this::accept);
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** From now on. */
  public void script(Function<ScriptedInsert, ScriptedAnswer> next) {
    script = next;
  }

  /** From now on, when asked which settings it knows; empty for all of them. */
  public void answerQuestions(Optional<ScriptedAnswer> next) {
    toQuestions = next;
  }

  /** How often it was asked which settings it knows. */
  public int questions() {
    return questions.get();
  }

  /** All INSERTs so far, in the order they came. */
  public List<ScriptedInsert> inserts() {
    return List.copyOf(inserts);
  }

  /** Rows of the inserts that were answered with {@link #landing}. */
  public List<String> landed() {
    return List.copyOf(landed);
  }

  /** A success that keeps the rows. */
  public ScriptedAnswer landing(ScriptedInsert insert) {
    return connection -> {
      landed.addAll(insert.rows());
      ScriptedAnswer.ok().give(connection);
    };
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket connection = server.accept();
        connections.execute(() -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      String head = head(connection.getInputStream());
      if (!head.isEmpty()) {
        byte[] body = connection.getInputStream().readNBytes(length(head));
        answer(head, new String(body, StandardCharsets.UTF_8)).give(connection);
      }
    } catch (IOException gone) {
      // The client went away first, as some scripts make it do.
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private ScriptedAnswer answer(String head, String body) {
    String query = URLDecoder.decode(head.split(" ", 3)[1], StandardCharsets.UTF_8);
    Matcher insert = INSERT.matcher(query);
    if (insert.find()) {
      ScriptedInsert received =
          new ScriptedInsert(
              insert.group(1),
              insert.group(2),
              body.lines().toList(),
              header(head, "X-ClickHouse-User"),
              header(head, "X-ClickHouse-Key"),
              head,
              System.nanoTime());
      inserts.add(received);
      return script.apply(received);
    }
    questions.incrementAndGet();
    return toQuestions.orElseGet(() -> allOf(query));
  }

  private static ScriptedAnswer allOf(String query) {
    StringBuilder names = new StringBuilder();
    Matcher name = NAME.matcher(query);
    while (name.find()) {
      names.append(name.group(1)).append('\n');
    }
    return ScriptedAnswer.http(200, "", names.toString());
  }

  private static int length(String head) {
    String length = header(head, "Content-Length");
    return length.isEmpty() ? 0 : Integer.parseInt(length);
  }

  private static String header(String head, String name) {
    return head.lines()
        .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0) {
      head.write(next);
      if (next == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        return head.toString(StandardCharsets.ISO_8859_1);
      }
      next = in.read();
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    server.close();
    connections.shutdownNow();
  }
}

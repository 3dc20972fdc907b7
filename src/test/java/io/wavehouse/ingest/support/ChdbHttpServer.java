package io.wavehouse.ingest.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A process that is a ClickHouse server to whoever speaks HTTP to it: ClickHouse's HTTP interface
 * in front of the embedded engine.
 *
 * <p>Arguments: {@code --port N --data DIR --library FILE [--user name:password]… [--setting
 * name=value]…}. The user {@code default} with an empty password is there unless given another.
 * Each {@code --setting} is one of the server's default profile.
 */
public final class ChdbHttpServer implements AutoCloseable {
  private static final String KEEP_ALIVE_SECONDS = "3";

  /** The engine parses on the request's thread and refuses a small stack. */
  private static final long STACK_BYTES = 16L << 20;

  private final ChdbEngine engine;
  private final Users users;
  private final Map<String, String> profile;
  private final HttpServer http;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(task -> new Thread(null, task, "http", STACK_BYTES));

  private ChdbHttpServer(
      int port, ChdbEngine engine, Map<String, String> users, Map<String, String> profile)
      throws IOException {
    this.engine = engine;
    this.users = new Users(users);
    this.profile = profile;
    InetAddress loopback = InetAddress.getLoopbackAddress();
    this.http = HttpServer.create(new InetSocketAddress(loopback, port), 512);
    http.setExecutor(threads);
    http.createContext("/", this::handle);
  }

  public static void main(String[] args) throws Exception {
    // The real server closes an idle connection after 3 s. Read once, when the JDK's server loads.
    System.setProperty("sun.net.httpserver.idleInterval", KEEP_ALIVE_SECONDS);
    System.setProperty("sun.net.httpserver.clockTick", "500");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    int port = 8123;
    Path data = null;
    Path library = null;
    Map<String, String> users = new LinkedHashMap<>(Map.of("default", ""));
    Map<String, String> profile = new LinkedHashMap<>();
    for (int at = 0; at + 1 < args.length; at += 2) {
      String value = args[at + 1];
      switch (args[at]) {
        case "--port" -> port = Integer.parseInt(value);
        case "--data" -> data = Path.of(value);
        case "--library" -> library = Path.of(value);
        case "--user" -> put(users, value, ":");
        case "--setting" -> put(profile, value, "=");
        default -> throw new IllegalArgumentException("unknown option " + args[at]);
      }
    }
    if (data == null || library == null) {
      throw new IllegalArgumentException("--data and --library are needed");
    }
    ChdbEngine engine = new ChdbEngine(library, data);
    ChdbHttpServer server = new ChdbHttpServer(port, engine, users, profile);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    server.http.start();
    System.out.println("ClickHouse " + engine.version() + " (chDB) on port " + port);
  }

  private static void put(Map<String, String> map, String pair, String separator) {
    String[] parts = pair.split(separator, 2);
    map.put(parts[0], parts.length == 2 ? parts[1] : "");
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      UrlParameters parameters = null;
      try {
        String path = exchange.getRequestURI().getPath();
        byte[] body = RequestBody.read(exchange);
        parameters = UrlParameters.of(exchange.getRequestURI().getRawQuery());
        if (path.equals("/ping") || path.equals("/replicas_status") || isGreeting(exchange, path)) {
          answer(exchange, 200, "text/html; charset=UTF-8", "Ok.\n".getBytes(UTF_8));
        } else if (!path.equals("/")) {
          String text = "There is no handle " + path + "\n\nUse / or /ping for health checks.\n";
          answer(exchange, 404, "text/plain; charset=UTF-8", text.getBytes(UTF_8));
        } else {
          query(exchange, parameters, body);
        }
      } catch (EngineException refused) {
        answerError(exchange, refused);
      }
    }
  }

  private static boolean isGreeting(HttpExchange exchange, String path) {
    boolean reads = !exchange.getRequestMethod().equals("POST");
    return reads && path.equals("/") && exchange.getRequestURI().getRawQuery() == null;
  }

  private void query(HttpExchange exchange, UrlParameters parameters, byte[] body)
      throws EngineException, IOException {
    Headers in = exchange.getRequestHeaders();
    Headers out = exchange.getResponseHeaders();
    out.set("X-ClickHouse-Query-Id", parameters.orElse("query_id", UUID.randomUUID().toString()));
    users.admit(in, parameters.all());
    byte[] text = statement(parameters.orElse("query", ""), body);
    boolean readOnly = !exchange.getRequestMethod().equals("POST");
    String format = parameters.orElse("default_format", "TabSeparated");
    String database = parameters.orElse("database", in.getFirst("X-ClickHouse-Database"));
    EngineAnswer answer =
        engine.execute(text, database, parameters.settings(profile, readOnly), format);
    out.set("X-ClickHouse-Summary", summary(answer));
    boolean silent = answer.body().length == 0;
    String type = silent ? "text/plain" : "text/tab-separated-values";
    answer(exchange, 200, type + "; charset=UTF-8", answer.body());
  }

  /** The server reads the parameter, a line end and the body as one text. */
  private static byte[] statement(String parameter, byte[] body) throws EngineException {
    byte[] head = parameter.isEmpty() ? new byte[0] : (parameter + "\n").getBytes(UTF_8);
    byte[] text = new byte[head.length + body.length];
    System.arraycopy(head, 0, text, 0, head.length);
    System.arraycopy(body, 0, text, head.length, body.length);
    if (text.length < 4096 && new String(text, UTF_8).isBlank()) {
      throw new EngineException(62, "Syntax error: Empty query", "SYNTAX_ERROR");
    }
    return text;
  }

  private static String summary(EngineAnswer answer) {
    return String.format(
        Locale.ROOT,
        "{\"read_rows\":\"%d\",\"read_bytes\":\"%d\",\"written_rows\":\"%d\","
            + "\"written_bytes\":\"%d\",\"total_rows_to_read\":\"0\",\"result_rows\":\"%d\","
            + "\"result_bytes\":\"%d\",\"elapsed_ns\":\"%d\"}",
        answer.readRows(),
        answer.readBytes(),
        answer.writtenRows(),
        answer.writtenBytes(),
        answer.writtenRows(),
        answer.writtenBytes(),
        (long) (answer.elapsedSeconds() * 1e9));
  }

  private void answerError(HttpExchange exchange, EngineException refused) throws IOException {
    Headers out = exchange.getResponseHeaders();
    out.set("X-ClickHouse-Exception-Code", Integer.toString(refused.code()));
    String text = refused.getMessage().strip();
    String suffix = " (version " + engine.version() + ")";
    byte[] body = ((text.endsWith(suffix) ? text : text + suffix) + "\n").getBytes(UTF_8);
    int status = HttpStatusOf.code(refused.code());
    answer(exchange, status, "text/plain; charset=UTF-8", body);
  }

  private static void answer(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    Headers out = exchange.getResponseHeaders();
    out.set("Content-Type", type);
    out.set("Connection", "Keep-Alive");
    out.set("Keep-Alive", "timeout=" + KEEP_ALIVE_SECONDS);
    out.set("X-ClickHouse-Server-Display-Name", "chdb");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : 0);
    if (!head && body.length > 0) {
      try (OutputStream stream = exchange.getResponseBody()) {
        stream.write(body);
      }
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdown();
    engine.close();
  }
}

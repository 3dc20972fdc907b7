package io.wavehouse.ingest.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The HTTP front of the embedded engine answers as a ClickHouse does: the same requests go to it
 * and to Debian's server.
 */
class ChdbHttpServerIT {
  private static final ChdbClickHouse EMBEDDED = new ChdbClickHouse();
  private static final DebianClickHouse DEBIAN = new DebianClickHouse();
  private static final List<ClickHouseServer> BOTH = List.of(EMBEDDED, DEBIAN);
  private static final Pattern CODE = Pattern.compile("^Code: \\d+");
  private static final String INSERT = "INSERT INTO events FORMAT JSONEachRow";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** A request, and the rows in the table after it. */
  private record Case(String name, HttpRequest.Builder request, int rows) {
    @Override
    public String toString() {
      return name;
    }
  }

  @SuppressWarnings("UnusedVariable") // read by its name
  private static final List<Case> SAME_ANSWER =
      List.of(
          get("ping", "/ping"),
          get("greeting", "/"),
          get("replicas", "/replicas_status"),
          get("a select in the parameter", select("SELECT 1 + 1")),
          get("a semicolon at the end", select("SELECT 1;")),
          get("two statements", select("SELECT 1; SELECT 2")),
          get("a setting for one query", select("SELECT 1") + "&max_threads=1"),
          get("an unknown setting", select("SELECT 1") + "&no_such_setting=1"),
          get("an unknown database", select("SELECT 1") + "&database=nowhere"),
          get("the system database", select("SELECT name FROM one") + "&database=system"),
          get("a format", select("SELECT 1 AS x") + "&default_format=JSONEachRow"),
          get("parameters of the protocol", select("SELECT 1") + "&wait_end_of_query=1"),
          get("an insert by GET", select("INSERT INTO events VALUES (1, 'a')")),
          post("a select in the body", "/", "SELECT 'ä' FORMAT JSONEachRow", 0),
          post("an unknown table", "/", "SELECT count() FROM nowhere", 0),
          post("no statement", "/", "", 0),
          post("no SQL", "/", "SELEC 1", 0),
          post("an insert", select(INSERT), "{\"id\":1}\n{\"id\":2}\n", 2),
          post("rows without a line end", select(INSERT), "{\"id\":1}{\"id\":2}", 2),
          post("blank lines between rows", select(INSERT), "{\"id\":1}\n\n\n{\"id\":2}\n\n", 2),
          post("an insert of nothing", select(INSERT), "", 0),
          post("a row of another table", select(INSERT.replace("events", "no")), "{\"id\":1}", 0),
          post("an insert all in the body", "/", INSERT + "\n{\"id\":1}\n", 1),
          post("values", "/", "INSERT INTO events VALUES (1, 'a'), (2, 'FORMAT')", 2),
          post("insert and select", "/", "INSERT INTO events SELECT 1, 'a'", 1),
          post("a column list", select("INSERT INTO events (`id`) FORMAT TSV"), "1\n2\n", 2),
          post("readonly", select(INSERT) + "&readonly=1", "{\"id\":1}", 0),
          chunked("a body in chunks", select(INSERT), "{\"id\":1}"),
          gzipped("a body in gzip", select(INSERT), "{\"id\":1}"));

  private static Case get(String name, String path) {
    return new Case(name, HttpRequest.newBuilder(URI.create("http://server" + path)), 0);
  }

  private static Case post(String name, String path, String body, int rows) {
    Case get = get(name, path);
    return new Case(name, get.request().POST(BodyPublishers.ofString(body)), rows);
  }

  private static Case chunked(String name, String path, String body) {
    byte[] bytes = body.getBytes(UTF_8);
    HttpRequest.BodyPublisher unknownLength =
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
    return new Case(name, get(name, path).request().POST(unknownLength), 1);
  }

  private static Case gzipped(String name, String path, String body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body.getBytes(UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    HttpRequest.Builder request = get(name, path).request().header("Content-Encoding", "gzip");
    return new Case(name, request.POST(BodyPublishers.ofByteArray(bytes.toByteArray())), 1);
  }

  private static String select(String sql) {
    return "/?query=" + URLEncoder.encode(sql, UTF_8);
  }

  @BeforeAll
  static void start() {
    BOTH.forEach(ClickHouseServer::start);
  }

  @AfterAll
  static void close() {
    BOTH.forEach(ClickHouseServer::close);
  }

  @BeforeEach
  void freshTable() {
    for (ClickHouseServer server : BOTH) {
      server.query("DROP TABLE IF EXISTS events");
      server.query("CREATE TABLE events (id Int32, name String) ENGINE = MergeTree ORDER BY id");
    }
  }

  @ParameterizedTest
  @FieldSource("SAME_ANSWER")
  void bothAnswerTheSame(Case asked) throws Exception {
    HttpResponse<String> embedded = send(EMBEDDED, asked.request(), true);
    HttpResponse<String> debian = send(DEBIAN, asked.request(), true);
    assertThat(embedded.statusCode()).isEqualTo(debian.statusCode());
    assertThat(gist(embedded)).isEqualTo(gist(debian));
    for (ClickHouseServer server : BOTH) {
      assertThat(server.query("SELECT count() FROM events")).isEqualTo("" + asked.rows());
    }
  }

  /** The body; of an error the code, for the words differ between versions. */
  private static String gist(HttpResponse<String> answer) {
    Matcher code = CODE.matcher(answer.body());
    return code.find() ? code.group() : answer.body();
  }

  @Test
  void aBadRowHasTheSameCodeAndABetterStatusNow() throws Exception {
    HttpRequest.Builder bad = post("", select(INSERT), "{\"id\":\"x\"}", 0).request();
    HttpResponse<String> embedded = send(EMBEDDED, bad, true);
    HttpResponse<String> debian = send(DEBIAN, bad, true);
    assertThat(embedded.statusCode()).isEqualTo(400);
    assertThat(debian.statusCode()).isEqualTo(500);
    assertThat(embedded.body()).startsWith("Code: 27. ").contains("(at row 1)");
    assertThat(debian.body()).startsWith("Code: 27, ").contains("(at row 1)");
    assertThat(embedded.headers().firstValue("X-ClickHouse-Exception-Code")).hasValue("27");
    assertThat(debian.headers().firstValue("X-ClickHouse-Exception-Code")).isEmpty();
  }

  @Test
  void aWrongPasswordAndAnUnknownUserAreRefusedByBoth() throws Exception {
    for (String user : List.of("wavehouse", "nobody")) {
      HttpRequest.Builder wrong =
          post("", "/", "SELECT 1", 0)
              .request()
              .setHeader("X-ClickHouse-User", user)
              .setHeader("X-ClickHouse-Key", "wrong");
      HttpResponse<String> embedded = send(EMBEDDED, wrong, false);
      assertThat(embedded.statusCode()).isEqualTo(403);
      assertThat(embedded.body()).startsWith("Code: 516. DB::Exception: " + user + ": ");
      assertThat(send(DEBIAN, wrong, false).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void credentialsMayComeInThreeWays() throws Exception {
    String parameters = select("SELECT 1") + "&user=wavehouse&password=not-a-secret";
    for (ClickHouseServer server : BOTH) {
      HttpRequest.Builder basic =
          get("", select("SELECT 1"))
              .request()
              .header("Authorization", "Basic d2F2ZWhvdXNlOm5vdC1hLXNlY3JldA==");
      assertThat(send(server, basic, false).statusCode()).isEqualTo(200);
      HttpRequest.Builder inUrl = get("", parameters).request();
      assertThat(send(server, inUrl, false).statusCode()).isEqualTo(200);
      HttpRequest.Builder none = get("", select("SELECT 1")).request();
      assertThat(send(server, none, false).body()).isEqualTo("1\n");
    }
  }

  @Test
  void aCutBodyInsertsNothing() throws Exception {
    assertThat(sendCut(EMBEDDED)).startsWith("HTTP/1.1 500 ").contains("\nCode: 33. ");
    assertThat(EMBEDDED.query("SELECT count() FROM events")).isEqualTo("0");
  }

  /** A fact about old servers that no front of ours should imitate. */
  @Test
  void theOldServerInsertsWhatArrivedOfACutBody() throws Exception {
    assertThat(sendCut(DEBIAN)).startsWith("HTTP/1.1 200 ");
    assertThat(DEBIAN.query("SELECT count() FROM events")).isEqualTo("2");
  }

  private static String sendCut(ClickHouseServer server) throws IOException {
    String head =
        "POST "
            + select(INSERT)
            + " HTTP/1.1\r\nHost: server\r\nContent-Length: 40\r\nConnection: close\r\n\r\n";
    try (Socket socket = new Socket(server.url().getHost(), server.url().getPort())) {
      socket.getOutputStream().write((head + "{\"id\":1}\n{\"id\":2}\n").getBytes(UTF_8));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void anIdleConnectionIsClosedAfterThreeSeconds() throws Exception {
    for (ClickHouseServer server : BOTH) {
      try (Socket socket = new Socket(server.url().getHost(), server.url().getPort())) {
        socket.setSoTimeout(10_000);
        socket
            .getOutputStream()
            .write("GET /ping HTTP/1.1\r\nHost: server\r\n\r\n".getBytes(UTF_8));
        long asked = System.nanoTime();
        String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
        assertThat(answer).contains("Ok.").containsIgnoringCase("Keep-Alive: timeout=3");
        assertThat((System.nanoTime() - asked) / 1e9).isBetween(2.0, 6.0);
      }
    }
  }

  @Test
  void aBodyOfSixtyFourMegabytesLands() throws Exception {
    String row = "{\"id\":1,\"name\":\"" + "x".repeat(1000) + "\"}\n";
    int rows = (64 << 20) / row.length();
    HttpRequest.Builder big = post("", select(INSERT), row.repeat(rows), rows).request();
    assertThat(send(EMBEDDED, big, true).statusCode()).isEqualTo(200);
    assertThat(EMBEDDED.query("SELECT count() FROM events")).isEqualTo("" + rows);
  }

  @Test
  void parallelInsertsAllLand() throws Exception {
    String rows = "{\"id\":1,\"name\":\"a name\"}\n".repeat(500);
    List<HttpResponse<String>> answers =
        Stream.generate(() -> post("", select(INSERT), rows, 500).request())
            .limit(100)
            .parallel()
            .map(request -> sendUnchecked(EMBEDDED, request))
            .toList();
    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(200);
    assertThat(EMBEDDED.query("SELECT count() FROM events")).isEqualTo("50000");
  }

  private HttpResponse<String> sendUnchecked(ClickHouseServer server, HttpRequest.Builder request) {
    try {
      return send(server, request, true);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpResponse<String> send(
      ClickHouseServer server, HttpRequest.Builder request, boolean asUser)
      throws IOException, InterruptedException {
    URI template = request.copy().build().uri();
    String target = server.url() + template.toString().substring("http://server".length());
    HttpRequest.Builder sent = request.copy().uri(URI.create(target));
    if (asUser) {
      sent.setHeader("X-ClickHouse-User", server.user());
      sent.setHeader("X-ClickHouse-Key", server.password());
    }
    return http.send(sent.build(), HttpResponse.BodyHandlers.ofString());
  }
}

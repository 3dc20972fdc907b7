package io.wavehouse.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.LogLines;
import io.wavehouse.ingest.support.RunningBundle;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is sent, nothing odd is published, and the next good request is served. */
class HostileRequestIT {
  private static final String STREAM = "WAVEHOUSE_INGEST";
  private static RunningBundle bundle;
  private long before;

  @BeforeAll
  static void start() throws Exception {
    bundle =
        RunningBundle.inFrontOf(
            "http://127.0.0.1:" + FreePort.next(), "wavehouse.http.read-timeout", "1s");
    bundle.awaitStream(STREAM);
  }

  @AfterAll
  static void close() throws Exception {
    bundle.close();
  }

  @BeforeEach
  void count() {
    before = bundle.allStored(STREAM);
  }

  @AfterEach
  void aGoodRequestIsServed() throws Exception {
    long odd = bundle.allStored(STREAM);
    assertThat(new Edge(bundle.edge()).post("good", "{\"id\":1}").body())
        .isEqualTo("{\"stored\":1}\n");
    assertThat(bundle.allStored(STREAM)).isEqualTo(odd + 1);
  }

  private static String post(String path, String headers, String body) {
    return "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
  }

  private static String sized(String path, String body) {
    return post(path, "Content-Length: " + body.length() + "\r\n", body);
  }

  private static Arguments refused(String name, String request, String... statuses) {
    return Arguments.of(name, request, List.of(statuses));
  }

  static List<Arguments> requests() {
    List<Arguments> requests = new ArrayList<>();
    String[] paths = {
      "/v1/ingest/..",
      "/v1/ingest/.",
      "/v1/ingest/%2e%2e",
      "/v1/ingest/%2e",
      "/v1/ingest/t%00",
      "/v1/ingest/%0a",
      "/v1/ingest/acme%2f/t",
      "/v1/ingest/%ff",
      "/v1/ingest/%c0%ae",
      "/v1/ingest/*/t",
      "/v1/ingest/>/t",
      "/v1/ingest/%2a/t",
      "/v1/ingest/0%00/t",
      "/v1/ingest/../0/t",
      "/v1/ingest/t/",
      "//v1/ingest/t",
      "/V1/ingest/t",
      "/v1/ingest/../../v1/ingest/t",
      "/v1//ingest/t",
      "/v1/ingest/0/0/t",
      "/v1/ingest/%zz",
      "/v1/ingest/%",
      "/v1/ingest/" + "x".repeat(1_500),
      "/v1/ingest/" + "%20".repeat(500),
      "/v1/ingest/" + "x".repeat(9_000),
      "/v1/ingest/a b",
      "/v1/ingest/\u00e9",
      "*",
      "",
      "http://other/v2/ingest/t"
    };
    for (String path : paths) {
      String name = path.length() > 40 ? path.substring(0, 40) + "…" : path;
      requests.add(refused("path " + name, sized(path, "{}"), "400", "404", "414"));
    }
    requests.add(refused("PUT", "PUT /v1/ingest/t HTTP/1.1\r\nHost: a\r\n\r\n", "405"));
    requests.add(
        refused(
            "method override",
            "GET /v1/ingest/t HTTP/1.1\r\nHost: a\r\nX-HTTP-Method-Override: POST\r\n\r\n",
            "405"));
    requests.add(refused("no method", "POTATO /v1/ingest/t HTTP/1.1\r\nHost: a\r\n\r\n", "405"));
    requests.add(refused("no HTTP", "hello\r\n\r\n", "400", ""));
    requests.add(
        refused("HTTP 9", "POST /v1/ingest/t HTTP/9.9\r\nHost: a\r\n\r\n", "400", "501", ""));
    requests.add(
        refused(
            "huge header", post("/v1/ingest/t", "X: " + "x".repeat(20_000) + "\r\n", ""), "431"));
    requests.add(
        refused("length that is none", post("/v1/ingest/t", "Content-Length: x\r\n", "{}"), "400"));
    requests.add(
        refused("negative length", post("/v1/ingest/t", "Content-Length: -2\r\n", "{}"), "400"));
    requests.add(
        refused(
            "two lengths",
            post("/v1/ingest/t", "Content-Length: 2\r\nContent-Length: 3\r\n", "{}x"),
            "400"));
    requests.add(
        refused(
            "length beyond the limit",
            post("/v1/ingest/t", "Content-Length: 99999999999\r\n", ""),
            "413"));
    requests.add(refused("chunk size that is none", chunked("zz\r\n{}\r\n0\r\n\r\n"), "400", ""));
    requests.add(refused("chunk size too long", chunked("fffffffffffffffff\r\n{}"), "400", ""));
    requests.add(refused("negative chunk", chunked("-2\r\n{}\r\n0\r\n\r\n"), "400", ""));
    requests.add(
        refused(
            "coding that nobody knows",
            post("/v1/ingest/t", "Transfer-Encoding: sdch\r\nContent-Length: 2\r\n", "5 "),
            "400",
            "501"));
    requests.add(refused("bad UTF-8", sized("/v1/ingest/t", "{\"a\":\"\u00ff\"}"), "400"));
    requests.add(
        refused("deep JSON", sized("/v1/ingest/t", "{\"a\":".repeat(50_000)), "400", "413"));
    requests.add(refused("deep arrays", sized("/v1/ingest/t", "[".repeat(500_000)), "400", "413"));
    requests.add(
        refused(
            "no gzip",
            post("/v1/ingest/t", "Content-Encoding: gzip\r\nContent-Length: 2\r\n", "{}"),
            "400"));
    requests.add(
        refused(
            "multipart",
            post(
                "/v1/ingest/t",
                "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 10\r\n",
                "--x\r\n\r\n--x"),
            "400"));
    requests.add(
        refused("stalled body", post("/v1/ingest/t", "Content-Length: 100\r\n", "{\"a\":"), "408"));
    requests.add(refused("stalled chunks", chunked("2\r\n{}"), "408"));
    return requests;
  }

  private static String chunked(String body) {
    return post("/v1/ingest/t", "Transfer-Encoding: chunked\r\n", body);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void itIsRefusedAndPublishesNothing(String name, String request, List<String> statuses)
      throws Exception {
    try (RawRequest raw = new RawRequest(bundle.edge())) {
      String status = raw.send(request).status();
      assertThat(statuses).contains(status.isEmpty() ? "" : status.split(" ", 3)[1]);
    }
    assertThat(bundle.allStored(STREAM)).isEqualTo(before);
  }

  /** With both, the chunks count; what the length would leave over is no second request. */
  @Test
  void lengthAndChunksTogetherSmuggleNothing() throws Exception {
    String hidden = sized("/v1/ingest/hidden", "{}");
    String request =
        post(
            "/v1/ingest/t",
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
            "2\r\n{}\r\n0\r\n\r\n");
    try (RawRequest raw = new RawRequest(bundle.edge())) {
      assertThat(raw.send(request).status()).containsAnyOf("200", "400");
    }
    try (RawRequest raw = new RawRequest(bundle.edge())) {
      raw.send(
              post(
                  "/v1/ingest/t",
                  "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                  Integer.toHexString(hidden.length()) + "\r\n" + hidden + "\r\n0\r\n\r\n"))
          .status();
    }
    for (long sequence = before + 1; sequence <= bundle.allStored(STREAM); sequence++) {
      assertThat(
              bundle.connection().jetStreamManagement().getMessage(STREAM, sequence).getSubject())
          .isEqualTo("ingest.0.t");
    }
  }

  @Test
  void aCutBodyKeepsWhatWasStoredAndSaysSoInOneLine() throws Exception {
    double aborted = aborted();
    try (LogLines log = new LogLines(Answer.class)) {
      try (RawRequest raw = new RawRequest(bundle.edge())) {
        raw.send(post("/v1/ingest/t", "Content-Length: 1000\r\n", "{\"id\":1}\n{\"id\":2}\n{\"id"));
        Awaitility.await().until(() -> bundle.allStored(STREAM) == before + 2);
      }
      Awaitility.await().until(() -> !log.written().isEmpty());
      assertThat(log.written())
          .singleElement()
          .asString()
          .startsWith("INFO client ")
          .endsWith("left in the middle of its request; 2 records are stored");
    }
    assertThat(bundle.allStored(STREAM)).isEqualTo(before + 2);
    assertThat(aborted()).isEqualTo(aborted + 1);
  }

  private static double aborted() throws Exception {
    return bundle.metric("wavehouse_ingest_http_requests_total", "status=\"aborted\"");
  }

  /** Headers cost a connection and no thread; bodies that trickle cost threads, of which 32 are. */
  @Test
  void manySlowClientsLeaveRoomForAGoodOne() throws Exception {
    List<RawRequest> slow = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      slow.add(new RawRequest(bundle.edge()).send("POST /v1/ingest/t HTTP/1.1\r\nHost: a\r\n"));
    }
    for (int i = 0; i < 40; i++) {
      slow.add(
          new RawRequest(bundle.edge()).send(post("/v1/ingest/t", "Content-Length: 100\r\n", "{")));
    }
    assertThat(new Edge(bundle.edge()).post("good", "{\"id\":1}").statusCode()).isEqualTo(200);
    for (RawRequest request : slow) {
      request.close();
    }
    assertThat(bundle.allStored(STREAM)).isEqualTo(before + 1);
  }

  /** A byte now and then is no silence, and held a thread for good: 32 of them stopped the edge. */
  @Test
  void clientsThatTrickleForEverAreToldToEndAndAGoodOneIsServed() throws Exception {
    List<RawRequest> slow = new ArrayList<>();
    ScheduledExecutorService trickle = Executors.newSingleThreadScheduledExecutor();
    try {
      for (int i = 0; i < 40; i++) {
        slow.add(
            new RawRequest(bundle.edge())
                .send(post("/v1/ingest/t", "Content-Length: 100000\r\n", "{\"a\":\"")));
      }
      ScheduledFuture<?> ticks =
          trickle.scheduleAtFixedRate(
              () -> slow.forEach(client -> client.trySend("x")), 0, 200, TimeUnit.MILLISECONDS);
      assertThat(
              new Edge(bundle.edge())
                  .sendAsync("good", HttpRequest.BodyPublishers.ofString("{\"id\":1}"))
                  .get(30, TimeUnit.SECONDS)
                  .statusCode())
          .isEqualTo(200);
      for (RawRequest client : slow) {
        assertThat(client.status()).startsWith("HTTP/1.1 408");
      }
      assertThat(ticks.isDone()).as("no byte came any more").isFalse();
    } finally {
      trickle.shutdownNow();
      for (RawRequest client : slow) {
        client.close();
      }
    }
    assertThat(bundle.allStored(STREAM)).isEqualTo(before + 1);
  }

  @Test
  void oneConnectionServesRequestsOneAfterAnother() throws Exception {
    String two = sized("/v1/ingest/t", "{}") + sized("/v1/ingest/nobody/t", "{}");
    try (RawRequest raw = new RawRequest(bundle.edge())) {
      assertThat(raw.send(two + sized("/v1/ingest/t", "{}")).status()).contains("200");
      Awaitility.await().until(() -> bundle.allStored(STREAM) == before + 2);
    }
  }
}

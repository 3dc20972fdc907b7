package io.wavehouse.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.JetStreamManagement;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.RunningBundle;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ClickHouse is away in all of them: what was posted can be looked at in the stream. */
class HttpIngestIT {
  private RunningBundle bundle;
  private Edge edge;

  @BeforeEach
  void start() throws Exception {
    start("wavehouse.tenants.acme.clickhouse.url", "http://127.0.0.1:" + FreePort.next());
  }

  private void start(String... settings) throws Exception {
    bundle = RunningBundle.inFrontOf("http://127.0.0.1:" + FreePort.next(), settings);
    edge = new Edge(bundle.edge());
    bundle.awaitStream("WAVEHOUSE_INGEST");
  }

  private void restart(String... settings) throws Exception {
    bundle.close();
    start(settings);
  }

  @AfterEach
  void close() throws Exception {
    bundle.close();
  }

  private List<MessageInfo> stored(String stream) throws Exception {
    List<MessageInfo> stored = new ArrayList<>();
    long count =
        bundle
            .connection()
            .jetStreamManagement()
            .getStreamInfo(stream)
            .getStreamState()
            .getMsgCount();
    for (long sequence = 1; sequence <= count; sequence++) {
      stored.add(bundle.connection().jetStreamManagement().getMessage(stream, sequence));
    }
    return stored;
  }

  private List<String> stored() throws Exception {
    return stored("WAVEHOUSE_INGEST").stream()
        .map(m -> m.getSubject() + " " + new String(m.getData(), StandardCharsets.UTF_8))
        .toList();
  }

  private static void assertAnswers(HttpResponse<String> answer, int status, String body) {
    assertThat(answer.body()).isEqualTo(body + "\n");
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":9007199254740993}",
        "[{\"id\":9007199254740993}]",
        "\n{\"id\":9007199254740993}\r\n"
      })
  void aRecordIsStoredAsItWasSentWhenTheAnswerComes(String body) throws Exception {
    assertAnswers(edge.post("t", body), 200, "{\"stored\":1}");
    assertThat(stored()).containsExactly("ingest.0.t {\"id\":9007199254740993}");
  }

  @Test
  void manyRecordsAreStoredInTheirOrder() throws Exception {
    assertAnswers(edge.post("t", rows(0, 3_000)), 200, "{\"stored\":3000}");
    List<String> wanted =
        IntStream.range(0, 3_000).mapToObj(i -> "ingest.0.t {\"id\":" + i + "}").toList();
    assertThat(bundle.waiting()).isEqualTo(3_000);
    assertThat(stored().subList(0, 500)).isEqualTo(wanted.subList(0, 500));
  }

  @Test
  void anEmptyArrayIsNoRecordsAndAnEmptyBodyIsAMistake() throws Exception {
    assertAnswers(edge.post("t", "[]"), 200, "{\"stored\":0}");
    HttpResponse<String> empty = edge.post("t", "");
    assertThat(empty.statusCode()).isEqualTo(400);
    assertThat(empty.body()).contains("the body is empty");
  }

  @Test
  void aBadRecordIsNamedAndThoseBeforeItStay() throws Exception {
    assertAnswers(
        edge.post("t", "{\"id\":1}\n{\"id\":2}\n5\n{\"id\":3}\n"),
        400,
        "{\"error\":\"record 2: no JSON object\",\"record\":2,\"stored\":2}");
    assertThat(stored()).containsExactly("ingest.0.t {\"id\":1}", "ingest.0.t {\"id\":2}");
    assertThat(bundle.metric("wavehouse_ingest_http_records_total", "outcome=\"stored\""))
        .isEqualTo(2);
    assertThat(bundle.metric("wavehouse_ingest_http_records_total", "outcome=\"refused\""))
        .isEqualTo(1);
    assertThat(bundle.metric("wavehouse_ingest_http_requests_total", "status=\"400\""))
        .isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "orders, ingest.0.orders",
    "0/orders, ingest.0.orders",
    "acme/orders, ingest.acme.orders",
    "a%20b, ingest.0.a%20b",
    "a.b%2Fc, ingest.0.a%2Eb%2Fc",
    "..%2F.., ingest.0.%2E%2E%2F%2E%2E",
    "%2A, ingest.0.%2A",
    "%3E, ingest.0.%3E",
    "%252e, ingest.0.%252e",
    "t?Idempotency-Key=a&CamelNatsSubject=ingest.0.other, ingest.0.t",
    "%C3%A9, ingest.0.%C3%A9",
  })
  void aTableIsAddressedByItsPercentEncodedName(String path, String subject) throws Exception {
    assertAnswers(edge.post(path, "{}"), 200, "{\"stored\":1}");
    String stream =
        subject.startsWith("ingest.acme") ? "WAVEHOUSE_INGEST_acme" : "WAVEHOUSE_INGEST";
    assertThat(stored(stream)).extracting(MessageInfo::getSubject).containsExactly(subject);
  }

  @Test
  void aTenantNobodyConfiguredIsUnknown() throws Exception {
    HttpResponse<String> answer = edge.post("nobody/t", "{}");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("no such tenant").contains("\"stored\":0");
  }

  @Test
  void onlyAPostToATableIsTaken() throws Exception {
    HttpResponse<String> get = edge.ask("GET", "/v1/ingest/t");
    assertThat(get.statusCode()).isEqualTo(405);
    assertThat(get.headers().firstValue("Allow")).contains("POST");
    for (String path : List.of("/", "/v1/ingest", "/v1/ingest/", "/v1/ingest/a/b/c", "/v2")) {
      assertThat(edge.ask("POST", path).statusCode()).as(path).isEqualTo(404);
    }
  }

  @Test
  void aTokenMustBePresented() throws Exception {
    restart("wavehouse.http.token", "s3cret");
    assertThat(edge.post("t", "{}").statusCode()).isEqualTo(401);
    assertThat(edge.post("t", "{}", "Authorization", "Bearer s3cre").statusCode()).isEqualTo(401);
    assertThat(edge.post("t", "{}", "Authorization", "Basic s3cret").statusCode()).isEqualTo(401);
    assertThat(edge.post("t?Authorization=Bearer%20s3cret", "{}").statusCode()).isEqualTo(401);
    assertThat(bundle.waiting()).isZero();
    assertAnswers(edge.post("t", "{}", "Authorization", "Bearer s3cret"), 200, "{\"stored\":1}");
  }

  @Test
  void aRecordOverThePayloadOfTheServerIsNamed() throws Exception {
    String pad = "x".repeat(1 << 20);
    HttpResponse<String> answer = edge.post("t", "{}\n{\"a\":\"" + pad + "\"}\n{}");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("\"record\":1,\"stored\":1}");
    String fits = "{\"a\":\"" + "x".repeat((1 << 20) - 200) + "\"}";
    assertAnswers(edge.post("t", fits), 200, "{\"stored\":1}");
  }

  @Test
  void aBodyOverItsLimitIsRefusedPackedOrNot() throws Exception {
    restart("wavehouse.http.max-body", "1000");
    HttpResponse<String> announced = edge.post("t", rows(0, 200));
    assertThat(announced.statusCode()).isEqualTo(413);
    assertThat(announced.body()).contains("wavehouse.http.max-body").contains("\"stored\":0");
    HttpResponse<String> packed =
        edge.send(
            "t",
            HttpRequest.BodyPublishers.ofByteArray(gzip(rows(0, 200))),
            "Content-Encoding",
            "gzip");
    assertThat(packed.statusCode()).isEqualTo(413);
    assertThat(packed.body()).contains("\"stored\":" + bundle.waiting() + "}");
  }

  @Test
  void aPackedBodyIsUnpackedAllItsMembers() throws Exception {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    members.write(gzip(rows(0, 2_000) + "\n"));
    members.write(gzip(rows(2_000, 3_000)));
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofByteArray(members.toByteArray());
    assertAnswers(edge.send("t", body, "Content-Encoding", "gzip"), 200, "{\"stored\":3000}");

    byte[] cut = Arrays.copyOf(gzip(rows(0, 2_000)), 1_000);
    HttpResponse<String> answer =
        edge.send("t", HttpRequest.BodyPublishers.ofByteArray(cut), "Content-Encoding", "gzip");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("no complete gzip");
    assertThat(edge.post("t", "{}", "Content-Encoding", "br").statusCode()).isEqualTo(415);
  }

  @Test
  void theSameKeyStoresARequestOnce() throws Exception {
    String[] key = {"Idempotency-Key", "k"};
    assertAnswers(edge.post("t", rows(0, 3), key), 200, "{\"stored\":3}");
    assertAnswers(edge.post("t", rows(0, 3), key), 200, "{\"stored\":3}");
    assertThat(bundle.waiting()).isEqualTo(3);
    assertAnswers(edge.post("t", rows(0, 3)), 200, "{\"stored\":3}");
    assertThat(bundle.waiting()).isEqualTo(6);
  }

  /** Two tenants in one stream: it knows ids, and neither tenants nor tables. */
  @Test
  void theSameKeyForAnotherTenantTableOrRecordIsAnotherId() throws Exception {
    restart(
        "wavehouse.subjects", "ingest.>",
        "wavehouse.tenants.acme.dlq.enabled", "false",
        "wavehouse.tenants.a.dlq.enabled", "false");
    int requests = 0;
    for (String table : List.of("t", "acme/t", "u", "acme/u", "a/b%2Fc", "a/b")) {
      for (String key : List.of("k", "c/k", "0", "k/0", "k%2F0")) {
        assertAnswers(
            edge.post(table, "{\"id\":1}\n{\"id\":1}", "Idempotency-Key", key),
            200,
            "{\"stored\":2}");
        requests++;
        assertThat(bundle.allStored("WAVEHOUSE_INGEST"))
            .as(table + " " + key)
            .isEqualTo(2L * requests);
      }
    }
  }

  @Test
  void aKeyThatIsNoneIsRefused() throws Exception {
    assertThat(edge.post("t", "{}", "Idempotency-Key", "").statusCode()).isEqualTo(400);
    assertThat(edge.post("t", "{}", "Idempotency-Key", "x".repeat(256)).statusCode())
        .isEqualTo(400);
    assertThat(edge.post("t", "{}", "Idempotency-Key", "a", "Idempotency-Key", "b").statusCode())
        .isEqualTo(400);
    assertThat(bundle.waiting()).isZero();
  }

  @Test
  void whileNatsIsAwayItSaysSoAtOnce() throws Exception {
    assertAnswers(edge.post("t", "{}"), 200, "{\"stored\":1}");
    bundle.nats().kill();
    Awaitility.await()
        .atMost(RunningBundle.PATIENCE)
        .untilAsserted(
            () -> {
              HttpResponse<String> away = edge.post("t", "{}");
              assertThat(away.statusCode()).isEqualTo(503);
              assertThat(away.headers().firstValue("Retry-After")).contains("5");
              assertThat(away.body())
                  .isEqualTo(
                      "{\"error\":\"NATS is away; send it again later\",\"record\":0,\"stored\":0}\n");
            });
    bundle.nats().start();
    Awaitility.await()
        .atMost(RunningBundle.PATIENCE)
        .until(() -> edge.post("t", "{}").statusCode() == 200);
  }

  @Test
  void aStreamThatIsNotTheOneThatIsMeantGetsNothing() throws Exception {
    JetStreamManagement management = bundle.connection().jetStreamManagement();
    management.deleteStream("WAVEHOUSE_INGEST");
    management.addStream(
        StreamConfiguration.builder().name("OTHER").subjects("ingest.0.*").build());
    HttpResponse<String> answer = edge.post("t", "{}");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body())
        .contains("expected stream does not match")
        .contains("\"record\":0,\"stored\":0}");
    assertThat(bundle.allStored("OTHER")).isZero();
  }

  @Test
  void anEnvelopeIsPutAroundTheRecordWhereTheTableTakesEnvelopes() throws Exception {
    restart("wavehouse.tables.e.format", "envelope");
    assertAnswers(edge.post("e", "{\"id\":1.0}"), 200, "{\"stored\":1}");
    assertThat(stored()).containsExactly("ingest.0.e {\"table_name\":\"e\",\"data\":{\"id\":1.0}}");
  }

  @Test
  void headersOfTheClientSteerNothingAndDoNotComeBack() throws Exception {
    HttpResponse<String> answer =
        edge.post(
            "t",
            "{}",
            "CamelNatsSubject",
            "ingest.0.other",
            "CamelHttpResponseCode",
            "599",
            "Nats-Msg-Id",
            "x",
            "X-HTTP-Method-Override",
            "GET",
            "X-Mine",
            "mine");
    assertAnswers(answer, 200, "{\"stored\":1}");
    assertThat(answer.headers().firstValue("X-Mine")).isEmpty();
    MessageInfo stored = stored("WAVEHOUSE_INGEST").get(0);
    assertThat(stored.getSubject()).isEqualTo("ingest.0.t");
    assertThat(stored.getHeaders().keySet()).containsExactly("Nats-Expected-Stream");
  }

  private static String rows(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(id -> "{\"id\":" + id + "}")
        .collect(Collectors.joining("\n"));
  }

  private static byte[] gzip(String text) throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return packed.toByteArray();
  }
}

package io.wavehouse.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.RunningBundle;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 in clear: Java's client asks for it by itself, as an upgrade of its first request. */
class Http2IT {
  private static final String STREAM = "WAVEHOUSE_INGEST";
  private static final int ANSWER_SECONDS = 120;
  private static RunningBundle bundle;

  @BeforeAll
  static void start() throws Exception {
    bundle = RunningBundle.inFrontOf("http://127.0.0.1:" + FreePort.next());
    bundle.awaitStream(STREAM);
  }

  @AfterAll
  static void close() throws Exception {
    bundle.close();
  }

  private static CompletableFuture<HttpResponse<String>> post(
      HttpClient client, HttpRequest.BodyPublisher body) {
    URI table = bundle.edge().resolve("/v1/ingest/orders");
    return client.sendAsync(
        HttpRequest.newBuilder(table).POST(body).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.BodyPublisher records(int count) {
    return HttpRequest.BodyPublishers.ofString(
        "{\"id\":1,\"text\":\"some words of no meaning\"}\n".repeat(count));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 100_000})
  void aRequestThatAsksForHttp2IsServedByItAndStoredOnce(int count) throws Exception {
    long before = bundle.allStored(STREAM);
    HttpResponse<String> answer =
        post(HttpClient.newHttpClient(), records(count)).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    assertThat(answer.body()).isEqualTo("{\"stored\":%d}\n".formatted(count));
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(bundle.allStored(STREAM)).isEqualTo(before + count);
  }

  @Test
  void requestsThatShareAConnectionAndWaitForThreadsStarveNone() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    post(client, records(1)).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      answers.add(post(client, records(10_000)));
    }
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertThat(answer.get(ANSWER_SECONDS, TimeUnit.SECONDS).body())
          .isEqualTo("{\"stored\":10000}\n");
    }
  }

  @Test
  void aRefusedRequestIsToldSoAndItsConnectionServesTheNext() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    HttpResponse<String> refused =
        post(
                client,
                HttpRequest.BodyPublishers.ofString(
                    "{\"id\":1}\n{\"id\":}\n" + "x".repeat(1 << 20)))
            .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("\"record\":1,\"stored\":1");
    assertThat(post(client, records(1)).get(ANSWER_SECONDS, TimeUnit.SECONDS).body())
        .isEqualTo("{\"stored\":1}\n");
  }
}

package io.wavehouse.ingest.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** A client of the HTTP edge. */
final class Edge {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI address;

  Edge(URI address) {
    this.address = address;
  }

  HttpResponse<String> post(String table, String body, String... headers) throws Exception {
    return send(table, HttpRequest.BodyPublishers.ofString(body), headers);
  }

  HttpResponse<String> send(String table, HttpRequest.BodyPublisher body, String... headers)
      throws Exception {
    return client.send(
        request(table, body, headers), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  CompletableFuture<HttpResponse<String>> sendAsync(String table, HttpRequest.BodyPublisher body) {
    return client.sendAsync(request(table, body), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest request(String table, HttpRequest.BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve("/v1/ingest/" + table)).POST(body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }

  HttpResponse<String> ask(String method, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(address.resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }
}

package io.wavehouse.ingest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The little of a ClickHouse client that tests need to look into a server. */
final class ClickHouseHttp {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final URI url;
  private final String user;
  private final String password;

  ClickHouseHttp(URI url, String user, String password) {
    this.url = url;
    this.user = user;
    this.password = password;
  }

  URI url() {
    return url;
  }

  String user() {
    return user;
  }

  String password() {
    return password;
  }

  boolean ping() {
    try {
      HttpRequest ping = HttpRequest.newBuilder(url.resolve("/ping")).timeout(CONNECT).build();
      return http.send(ping, HttpResponse.BodyHandlers.ofString()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + url, e);
    }
  }

  String query(String sql) {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(ANSWER)
            .header("X-ClickHouse-User", user)
            .header("X-ClickHouse-Key", password)
            .POST(HttpRequest.BodyPublishers.ofString(sql))
            .build();
    try {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(answer.body().strip());
      }
      return answer.body().strip();
    } catch (IOException e) {
      throw new UncheckedIOException(url + " gave no answer to: " + sql, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + url, e);
    }
  }
}

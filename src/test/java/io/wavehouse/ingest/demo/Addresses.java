package io.wavehouse.ingest.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Where to look while the demo is kept running. */
final class Addresses {
  private Addresses() {}

  static String of(Stage stage) throws InterruptedException {
    StringBuilder text = new StringBuilder("\n");
    text.append("NATS        ").append(stage.nats().url());
    text.append(", stream ").append(Streams.INGEST).append('\n');
    text.append("ClickHouse  ").append(stage.clickHouse().url());
    text.append(", user ").append(stage.clickHouse().user());
    text.append(", database ").append(Tables.DATABASE).append('\n');
    text.append("Rows        ").append(stage.bundle().edge()).append("/v1/ingest/<table>\n");
    URI management = stage.bundle().management();
    if (answers(management.resolve("/observe/health"))) {
      text.append("Health      ").append(management).append("/observe/health\n");
      text.append("Metrics     ").append(management).append("/observe/metrics\n");
      text.append("Hawtio      ").append(management).append("/observe/jolokia\n");
    }
    return text.append("All of it runs on until Ctrl-C, or: kill ")
        .append(ProcessHandle.current().pid())
        .toString();
  }

  /** Whatever its verdict. */
  private static boolean answers(URI url) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(2)).build();
    try {
      HttpClient http = HttpClient.newHttpClient();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() != 404;
    } catch (IOException notThere) {
      return false;
    }
  }
}

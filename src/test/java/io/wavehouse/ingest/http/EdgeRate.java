package io.wavehouse.ingest.http;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.Nats;
import io.nats.client.api.PublishAck;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.RunningBundle;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Records a second through the edge as NDJSON against jnats's {@code publishAsync} from one thread
 * with the same window, five times in turn on one server; prints each pair, and the median ratio.
 */
final class EdgeRate {
  private static final int ROWS = 100_000;
  private static final int WINDOW = 256;
  private static final int RUNS = 5;

  private EdgeRate() {}

  public static void main(String[] args) throws Exception {
    String row = "{\"id\":%d,\"name\":\"" + "x".repeat(120) + "\"}";
    StringBuilder body = new StringBuilder();
    List<byte[]> rows = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      String text = row.formatted(id);
      rows.add(text.getBytes(StandardCharsets.UTF_8));
      body.append(text).append('\n');
    }
    byte[] ndjson = body.toString().getBytes(StandardCharsets.UTF_8);
    try (RunningBundle bundle =
        RunningBundle.inFrontOf(
            "http://127.0.0.1:" + FreePort.next(),
            "wavehouse.backoff.initial",
            "10m",
            "wavehouse.backoff.max",
            "10m")) {
      bundle.awaitStream("WAVEHOUSE_INGEST");
      Connection connection = Nats.connect(bundle.nats().url());
      connection
          .jetStreamManagement()
          .addStream(StreamConfiguration.builder().name("BARE").subjects("bare.*.*").build());
      Edge edge = new Edge(bundle.edge());
      bare(connection.jetStream(), rows);
      http(edge, ndjson);
      List<Double> ratios = new ArrayList<>();
      for (int run = 0; run < RUNS; run++) {
        double bare = bare(connection.jetStream(), rows);
        connection.jetStreamManagement().purgeStream("BARE");
        double http = http(edge, ndjson);
        connection.jetStreamManagement().purgeStream("WAVEHOUSE_INGEST");
        ratios.add(http / bare);
        System.out.printf(
            Locale.ROOT, "publishAsync %6.0f/s, edge %6.0f/s: %.2f%n", bare, http, http / bare);
      }
      ratios.sort(null);
      System.out.printf(Locale.ROOT, "median ratio %.2f%n", ratios.get(RUNS / 2));
      connection.close();
    }
  }

  private static double bare(JetStream stream, List<byte[]> rows) throws Exception {
    Semaphore room = new Semaphore(WINDOW);
    long from = System.nanoTime();
    CompletableFuture<PublishAck> last = CompletableFuture.completedFuture(null);
    for (byte[] row : rows) {
      room.acquire();
      last = stream.publishAsync("bare.0.t", row).whenComplete((ack, e) -> room.release());
    }
    room.acquire(WINDOW);
    last.join();
    return perSecond(from);
  }

  private static double http(Edge edge, byte[] body) throws Exception {
    long from = System.nanoTime();
    String answer = edge.send("t", HttpRequest.BodyPublishers.ofByteArray(body)).body();
    if (!answer.equals("{\"stored\":" + ROWS + "}\n")) {
      throw new IllegalStateException(answer);
    }
    return perSecond(from);
  }

  private static double perSecond(long from) {
    return ROWS * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - from);
  }
}

package io.wavehouse.ingest.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;

/** One row in by curl and out of ClickHouse again, as a reader would try it. */
final class Post {
  private static final long ID = 1_000_000;
  private static final String ROW = "{\"id\":" + ID + ",\"account\":7,\"cents\":1999}";
  private static final String QUESTION = "SELECT id, account, cents FROM ";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Stage stage;
  private final Progress progress;

  Post(Stage stage, Progress progress) {
    this.stage = stage;
    this.progress = progress;
  }

  /**
   * Shows the call, its answer and the row.
   *
   * @throws IllegalStateException in one line, when the row is refused or does not land
   */
  void run() throws IOException, InterruptedException {
    URI table = stage.bundle().edge().resolve("/v1/ingest/payments");
    progress.say("\nOne row over HTTP, and out of ClickHouse again:");
    progress.say("$ curl -s " + table + " \\\n    -d '" + ROW + "'");
    String answer;
    try {
      answer = curl(table);
    } catch (IOException absent) {
      progress.say("(curl is not installed here)");
      return;
    }
    progress.say(answer);
    if (!answer.equals("{\"stored\":1}")) {
      throw new IllegalStateException("the bundle did not take the row posted to " + table);
    }
    String where = " WHERE id = " + ID;
    progress.say("$ " + QUESTION + "payments" + where);
    String query = QUESTION + Tables.DATABASE + ".payments" + where;
    Awaitility.await("the row posted to " + table + " to land")
        .atMost(PATIENCE)
        .until(() -> !stage.clickHouse().query(query).isEmpty());
    progress.say(stage.clickHouse().query(query));
  }

  private static String curl(URI table) throws IOException, InterruptedException {
    Process curl =
        new ProcessBuilder("curl", "-s", table.toString(), "-d", ROW)
            .redirectErrorStream(true)
            .start();
    String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    curl.waitFor();
    return answer.strip();
  }
}

package io.wavehouse.ingest.http;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.JetStreamManagement;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class FullStreamIT {
  private static final String STREAM = "WAVEHOUSE_INGEST";

  /**
   * The stream is made to fit 500 rows exactly: nats-server (seen in 2.9.10, issue 4771 of others)
   * takes a last message that does not fit whole, and then drops the oldest to make room for it.
   */
  @Test
  void aFullStreamRefusesSaysHowManyItHasAndRepeatedWithItsKeyEachRowLandsOnce() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> http(503, "", ""));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      bundle.awaitStream(STREAM);
      Edge edge = new Edge(bundle.edge());
      assertThat(edge.post("u", rows(500), "Idempotency-Key", "a").statusCode()).isEqualTo(200);
      JetStreamManagement management = bundle.connection().jetStreamManagement();
      StreamInfo full = management.getStreamInfo(STREAM);
      management.purgeStream(STREAM);
      management.updateStream(
          StreamConfiguration.builder(full.getConfiguration())
              .maxBytes(full.getStreamState().getByteCount())
              .build());

      HttpResponse<String> refused = edge.post("t", rows(800), "Idempotency-Key", "b");
      assertThat(refused.body())
          .isEqualTo(
              "{\"error\":\"stream WAVEHOUSE_INGEST: maximum bytes exceeded; send it again later\","
                  + "\"record\":500,\"stored\":500}\n");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).contains("5");
      assertThat(bundle.waiting()).isEqualTo(500);

      // Rows of u that were in hand when their stream was purged may still be inserted.
      clickHouse.script(
          insert -> insert.table().equals("t") ? clickHouse.landing(insert) : ScriptedAnswer.ok());
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> edge.post("t", rows(800), "Idempotency-Key", "b").statusCode() == 200);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed())
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 800).mapToObj(id -> "{\"id\":" + id + "}").toList());
    }
  }

  private static String rows(int count) {
    return IntStream.range(0, count)
        .mapToObj(id -> "{\"id\":" + id + "}")
        .collect(Collectors.joining("\n"));
  }
}

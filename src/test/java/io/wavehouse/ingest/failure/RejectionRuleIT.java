package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.code;
import static io.wavehouse.ingest.support.ScriptedAnswer.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.api.MessageInfo;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import io.wavehouse.ingest.support.ScriptedInsert;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A row that ClickHouse judged is found and parked; its neighbours land once. */
class RejectionRuleIT {
  private static final String BAD = "{\"id\":\"not a number 🌋\"}";

  @Test
  void aBadRowIsParkedWithItsVerdictAndItsNeighboursLandOnce() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.batch.max-wait", "500ms")) {
      clickHouse.script(insert -> rejectingBad(clickHouse, insert));
      bundle.publish("ingest.a%20b", 0, 50);
      bundle.publish("ingest.a%20b", BAD);
      bundle.publish("ingest.a%20b", 50, 100);
      bundle.awaitNothingWaiting();

      assertThat(clickHouse.landed()).containsExactlyInAnyOrderElementsOf(good(0, 100));
      MessageInfo parked = bundle.parked().get(0);
      assertThat(bundle.parked()).hasSize(1);
      assertThat(parked.getSubject()).isEqualTo("dlq.0.a%20b");
      assertThat(new String(parked.getData(), StandardCharsets.UTF_8)).isEqualTo(BAD);
      assertThat(header(parked, "Error-Class")).isEqualTo("rejected");
      assertThat(header(parked, "Error-Code")).isEqualTo("27");
      assertThat(header(parked, "Error-Name")).isEqualTo("CANNOT_PARSE_INPUT_ASSERTION_FAILED");
      assertThat(header(parked, "Http-Status")).isEqualTo("400");
      assertThat(header(parked, "Error-Message"))
          .isEqualTo("Code: 27. DB::Exception: Cannot parse ?ber ? (at row 1)");
      assertThat(header(parked, "Tenant")).isEqualTo("0");
      assertThat(header(parked, "Table")).isEqualTo("a b");
      assertThat(header(parked, "Subject")).isEqualTo("ingest.a%2520b");
      assertThat(header(parked, "Stream")).isEqualTo("WAVEHOUSE_INGEST");
      assertThat(header(parked, "Stream-Sequence")).isEqualTo("51");
      assertThat(header(parked, "Delivered")).isEqualTo("1");
      assertThat(Instant.parse(header(parked, "Parked-At"))).isBefore(Instant.now());
      assertThat(parked.getHeaders().getFirst("Nats-Msg-Id"))
          .matches("WAVEHOUSE_INGEST:51:\\d{19}");
    }
  }

  @Test
  void aRightHintFindsOneBadRowOf5000InThreeRequests() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle = bigBatches(clickHouse)) {
      clickHouse.script(insert -> rejectingBad(clickHouse, insert));
      bundle.publish("ingest.t", 0, 3_000);
      bundle.publish("ingest.t", BAD);
      bundle.publish("ingest.t", 3_000, 4_999);
      bundle.awaitNothingWaiting();

      assertThat(bundle.parkedCount()).isEqualTo(1);
      assertThat(clickHouse.landed()).containsExactlyInAnyOrderElementsOf(good(0, 4_999));
      assertThat(batchesWith(clickHouse, "not a number")).isEqualTo(2);
    }
  }

  @Test
  void anUnknownTableCostsThreeRequestsAndParksItsBatch() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(
                insert -> code(404, 60, "Table default.t does not exist. (UNKNOWN_TABLE)"));
        RunningBundle bundle = bigBatches(clickHouse)) {
      bundle.publish("ingest.t", 0, 5_000);
      bundle.awaitNothingWaiting();

      assertThat(bundle.parkedCount()).isEqualTo(5_000);
      assertThat(clickHouse.inserts()).hasSize(3);
    }
  }

  @Test
  void aThousandPartitionsLandInHalvesAndOpenNoBackoff() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle = bigBatches(clickHouse)) {
      clickHouse.script(
          insert ->
              insert.rows().size() > 100
                  ? code(500, 252, "Too many partitions for single INSERT block")
                  : clickHouse.landing(insert));
      bundle.publish("ingest.t", 0, 1_000);
      bundle.awaitNothingWaiting();

      assertThat(clickHouse.landed()).containsExactlyInAnyOrderElementsOf(good(0, 1_000));
      assertThat(bundle.parkedCount()).isZero();
      assertThat(bundle.redelivered()).isZero();
      assertThat(clickHouse.inserts()).hasSizeLessThanOrEqualTo(35);
    }
  }

  @Test
  void anOutageInTheMiddleOfIsolationKeepsWhatIsSettledAndParksNoGoodRow() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.batch.max-wait", "500ms")) {
      clickHouse.script(
          insert -> {
            if (insert.has("not a number")) {
              return code(400, 27, "Cannot parse");
            }
            return clickHouse.landed().size() >= 50
                ? http(503, "", "")
                : clickHouse.landing(insert);
          });
      bundle.publish("ingest.t", 0, 60);
      bundle.publish("ingest.t", BAD);
      bundle.publish("ingest.t", 60, 100);
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.landed().size() >= 50);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.redelivered() > 0);
      assertThat(bundle.waiting())
          .isEqualTo(101 - clickHouse.landed().size() - bundle.parkedCount());

      clickHouse.script(insert -> rejectingBad(clickHouse, insert));
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).containsExactlyInAnyOrderElementsOf(good(0, 100));
      assertThat(bundle.parked()).hasSize(1);
    }
  }

  @Test
  void noInsertIsLargerThanItsLimit() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.batch.max-rows", "300")) {
      clickHouse.script(clickHouse::landing);
      bundle.publish("ingest.t", 0, 5_000);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(5_000);
      assertThat(clickHouse.inserts())
          .allSatisfy(insert -> assertThat(insert.rows()).hasSizeLessThanOrEqualTo(300));
    }
  }

  @Test
  void aTenantWithoutAConnectionIsParkedWholeWithoutARequest() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> ScriptedAnswer.ok());
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.subjects", "ingest.>")) {
      bundle.publish("ingest.nobody.t", 0, 10);
      bundle.awaitNothingWaiting();

      assertThat(bundle.parked())
          .hasSize(10)
          .allSatisfy(
              row ->
                  assertThat(header(row, "Error-Message"))
                      .contains("tenants.nobody.clickhouse.url"));
      assertThat(clickHouse.inserts()).isEmpty();
    }
  }

  private static RunningBundle bigBatches(ScriptedClickHouse clickHouse) throws Exception {
    return RunningBundle.inFrontOf(
        clickHouse.url(), "wavehouse.batch.max-wait", "1s", "wavehouse.ack-wait", "10s");
  }

  private static ScriptedAnswer rejectingBad(ScriptedClickHouse clickHouse, ScriptedInsert insert) {
    for (int row = 0; row < insert.rows().size(); row++) {
      if (insert.rows().get(row).contains("not a number")) {
        return code(400, 27, "Cannot parse über \r\n 🌋 (at row " + (row + 1) + ")");
      }
    }
    return clickHouse.landing(insert);
  }

  private static long batchesWith(ScriptedClickHouse clickHouse, String text) {
    return clickHouse.inserts().stream().filter(insert -> insert.has(text)).count();
  }

  private static String header(MessageInfo message, String name) {
    return message.getHeaders().getFirst("Wavehouse-" + name);
  }

  private static List<String> good(int from, int to) {
    return IntStream.range(from, to).mapToObj(id -> "{\"id\":" + id + "}").toList();
  }
}

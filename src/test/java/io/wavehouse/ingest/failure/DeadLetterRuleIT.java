package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.JetStreamManagement;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A judged row is acked only when its copy is stored. */
class DeadLetterRuleIT {
  private static final String DEAD_LETTERS = "WAVEHOUSE_DLQ";
  private static final String RETRIES = "wavehouse_ingest_retries_total";

  @Test
  void aFullDeadLetterStreamDelaysParkingAndAsksClickHouseNoMore() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(400, 27, "Cannot parse"));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      JetStreamManagement management = bundle.connection().jetStreamManagement();
      StreamConfiguration.Builder stream =
          StreamConfiguration.builder()
              .name(DEAD_LETTERS)
              .subjects("dlq.>")
              .discardPolicy(DiscardPolicy.New);
      management.addStream(stream.maxMessages(1).build());
      bundle.publish("ingest.t", 0, 4);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.deliveries() >= 10);
      int requests = clickHouse.inserts().size();
      long deliveries = bundle.deliveries();
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.deliveries() >= deliveries + 3);
      assertThat(clickHouse.inserts()).as("no row is searched for again").hasSize(requests);
      assertThat(bundle.waiting()).isEqualTo(3);
      assertThat(bundle.metric(RETRIES, "reason=\"dlq\"")).isGreaterThanOrEqualTo(3);
      assertThat(bundle.metric(RETRIES)).isEqualTo(bundle.metric(RETRIES, "reason=\"dlq\""));

      management.updateStream(stream.maxMessages(100).build());
      bundle.awaitNothingWaiting();
      assertThat(bundle.parkedCount()).isEqualTo(4);
      assertThat(clickHouse.inserts()).hasSize(requests);
    }
  }

  @Test
  void aDeletedDeadLetterStreamIsMadeAgain() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(400, 27, "Cannot parse"));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      bundle.publish("ingest.t", 0, 1);
      bundle.awaitNothingWaiting();
      bundle.connection().jetStreamManagement().deleteStream(DEAD_LETTERS);

      bundle.publish("ingest.t", 1, 3);
      bundle.awaitNothingWaiting();
      assertThat(bundle.parkedCount()).isEqualTo(2);
    }
  }

  @Test
  void withoutDeadLettersARejectedRowStaysAndLandsWhenItsTableTakesIt() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(400, 27, "Cannot parse"));
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.dlq.enabled", "false")) {
      bundle.publish("ingest.t", 0, 2);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.redelivered() > 0);
      assertThat(bundle.waiting()).isEqualTo(2);

      clickHouse.script(clickHouse::landing);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(2);
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void withoutDeadLettersOnlyTheRejectedRowStaysAndItsNeighboursLandOnce() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                clickHouse.url(),
                "wavehouse.tables.t.dlq.enabled",
                "false",
                "wavehouse.batch.max-wait",
                "500ms")) {
      clickHouse.script(
          insert -> insert.has("bad") ? code(400, 27, "Cannot parse") : clickHouse.landing(insert));
      bundle.publish("ingest.t", 0, 10);
      bundle.publish("ingest.t", "{\"id\":\"bad\"}");
      bundle.publish("ingest.t", 10, 20);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.waiting() == 1);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.deliveries() == 22);
      assertThat(clickHouse.landed()).hasSize(20).doesNotHaveDuplicates();

      clickHouse.script(clickHouse::landing);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(21).doesNotHaveDuplicates();
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void aDeadLetterStreamThatMayNotBeMadeIsWaitedFor() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(400, 27, "Cannot parse"));
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.topology", "require")) {
      JetStreamManagement management = bundle.connection().jetStreamManagement();
      management.addStream(
          StreamConfiguration.builder()
              .name("WAVEHOUSE_INGEST")
              .subjects("ingest.*")
              .retentionPolicy(RetentionPolicy.WorkQueue)
              .discardPolicy(DiscardPolicy.New)
              .build());
      management.addOrUpdateConsumer(
          "WAVEHOUSE_INGEST",
          ConsumerConfiguration.builder()
              .durable("buffer-consumer")
              .ackWait(Duration.ofSeconds(5))
              .build());
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.metric(RETRIES, "reason=\"dlq\"") >= 6);
      assertThat(management.getStreamNames()).containsExactly("WAVEHOUSE_INGEST");
      assertThat(bundle.waiting()).isEqualTo(3);

      management.addStream(
          StreamConfiguration.builder()
              .name(DEAD_LETTERS)
              .subjects("dlq.>")
              .discardPolicy(DiscardPolicy.New)
              .build());
      bundle.awaitNothingWaiting();
      assertThat(bundle.parkedCount()).isEqualTo(3);
    }
  }

  /** A crash between the PubAck and the ack leaves the copy, and the row comes again. */
  @ParameterizedTest(name = "copy deleted since: {0}")
  @ValueSource(booleans = {false, true})
  void aRowWhoseCopyIsStoredIsNotStoredTwiceAndOneWhoseCopyWasDeletedIs(boolean deleted)
      throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(503, 202, "Too many simultaneous queries"));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      JetStreamManagement management = bundle.connection().jetStreamManagement();
      management.addStream(
          StreamConfiguration.builder()
              .name(DEAD_LETTERS)
              .subjects("dlq.>")
              .discardPolicy(DiscardPolicy.New)
              .build());
      bundle.publish("ingest.t", 0, 1);
      Instant stored = management.getMessage("WAVEHOUSE_INGEST", 1).getTime().toInstant();
      bundle
          .connection()
          .jetStream()
          .publish(
              "dlq.0.t",
              new Headers()
                  .put(
                      "Nats-Msg-Id",
                      "WAVEHOUSE_INGEST:1:%d%09d"
                          .formatted(stored.getEpochSecond(), stored.getNano())),
              "the copy".getBytes(StandardCharsets.UTF_8));
      if (deleted) {
        management.deleteMessage(DEAD_LETTERS, 1);
      }
      clickHouse.script(insert -> code(400, 27, "Cannot parse"));
      bundle.awaitNothingWaiting();
      assertThat(bundle.parkedCount()).isEqualTo(1);
      assertThat(
              new String(
                  management.getLastMessage(DEAD_LETTERS, "dlq.0.t").getData(),
                  StandardCharsets.UTF_8))
          .isEqualTo(deleted ? "{\"id\":0}" : "the copy");
    }
  }

  @Test
  void withoutDeadLettersPoisonIsDropped() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> ScriptedAnswer.ok());
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.dlq.enabled", "false")) {
      bundle.publish("ingest.t", "[1]");
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.inserts()).isEmpty();
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void eachKindOfPoisonIsParkedAsItCameAndSaysWhy() throws Exception {
    Map<String, String> poison =
        Map.of(
            "", "empty payload",
            " ", "payload is no JSON object",
            "null", "payload is no JSON object",
            "[{}]", "payload is no JSON object",
            "{} {}", "payload has bytes after its JSON object",
            "{\"a\":", "payload is an incomplete JSON object",
            "\uFEFF{}", "byte order mark");
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> ScriptedAnswer.ok());
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.subjects", "ingest.>")) {
      for (String payload : poison.keySet()) {
        bundle.publish("ingest.t", payload);
      }
      bundle.publish("ingest.a.b.c", "{}");
      bundle.publish("ingest.a%zz", "{}");
      bundle.awaitNothingWaiting();

      Map<String, String> parked =
          bundle.parked().stream()
              .filter(row -> row.getSubject().equals("dlq.0.t"))
              .collect(
                  Collectors.toMap(
                      DeadLetterRuleIT::payload,
                      row -> row.getHeaders().getFirst("Wavehouse-Error-Message")));
      assertThat(parked).containsOnlyKeys(poison.keySet());
      poison.forEach((payload, why) -> assertThat(parked.get(payload)).contains(why));
      assertThat(bundle.parked())
          .extracting(row -> row.getSubject())
          .contains("dlq.0.ingest%2Ea%2Eb%2Ec", "dlq.0.ingest%2Ea%25zz");
      assertThat(bundle.parked())
          .allSatisfy(
              row ->
                  assertThat(row.getHeaders().getFirst("Wavehouse-Error-Class"))
                      .isEqualTo("poison"));
      assertThat(clickHouse.inserts()).isEmpty();
    }
  }

  /** An empty one is null to the client. */
  private static String payload(MessageInfo row) {
    return row.getData() == null ? "" : new String(row.getData(), StandardCharsets.UTF_8);
  }

  @Test
  void aPayloadAsLargeAsTheServerTakesIsParkedToo() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(400, 27, "x".repeat(100_000)));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      int max = (int) bundle.connection().getMaxPayload();
      for (int room : new int[] {0, 1, 100, 1_000, 5_000}) {
        bundle.publish("ingest.t", "{\"a\":\"" + "b".repeat(max - room - 8) + "\"}");
      }
      bundle.awaitNothingWaiting();
      assertThat(bundle.parked())
          .extracting(row -> row.getData().length)
          .containsExactlyInAnyOrder(max, max - 1, max - 100, max - 1_000, max - 5_000);
    }
  }
}

package io.wavehouse.ingest;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.support.LogLines;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import io.wavehouse.ingest.support.ScriptedInsert;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tenants come, go and are corrected while the bundle runs, by a change of its settings file. */
class TenantsAtRunTimeIT {
  private static final String URL = "wavehouse.tenants.acme.clickhouse.url";

  private ScriptedClickHouse ours;
  private ScriptedClickHouse acmes;

  @BeforeEach
  void start() throws Exception {
    ours = new ScriptedClickHouse(insert -> ScriptedAnswer.ok());
    ours.script(ours::landing);
    acmes = new ScriptedClickHouse(insert -> ScriptedAnswer.ok());
    acmes.script(acmes::landing);
  }

  @AfterEach
  void stop() throws Exception {
    ours.close();
    acmes.close();
  }

  @Test
  void oneThatIsAddedIsReceivedForAndTheOthersGoOn() throws Exception {
    try (RunningBundle bundle = RunningBundle.inFrontOf(ours.url())) {
      bundle.publish("ingest.t", 0, 10);
      bundle.configure(Map.of(URL, acmes.url()));
      awaitStream(bundle, "WAVEHOUSE_INGEST_acme");
      bundle.publish("ingest.acme.t", 0, 10);
      bundle.publish("ingest.t", 10, 20);

      awaitLanded(acmes, 10);
      awaitLanded(ours, 20);
    }
  }

  @Test
  void aConnectionThatIsCorrectedTakesTheRowsThatWaited() throws Exception {
    try (ScriptedClickHouse wrong = new ScriptedClickHouse(insert -> http(503, "", ""));
        RunningBundle bundle = RunningBundle.inFrontOf(ours.url(), URL, wrong.url())) {
      bundle.publish("ingest.acme.t", 0, 10);
      Awaitility.await().atMost(PATIENCE).until(() -> !wrong.inserts().isEmpty());

      bundle.configure(Map.of(URL, acmes.url()));
      awaitLanded(acmes, 10);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.metric("wavehouse_ingest_backoffs_open") == 0);
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void aPasswordThatIsCorrectedIsSentFromThenOn() throws Exception {
    acmes.script(
        insert ->
            insert.password().equals("right")
                ? acmes.landing(insert)
                : http(403, "X-ClickHouse-Exception-Code: 516", "Code: 516. DB::Exception: no"));
    String key = "wavehouse.tenants.acme.clickhouse.password";
    try (RunningBundle bundle =
        RunningBundle.inFrontOf(ours.url(), URL, acmes.url(), key, "wrong")) {
      bundle.publish("ingest.acme.t", 0, 10);
      Awaitility.await().atMost(PATIENCE).until(() -> !acmes.inserts().isEmpty());

      bundle.configure(Map.of(key, "right"));
      awaitLanded(acmes, 10);
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void rowsInHandOfOneThatIsRemovedLandAndItsStreamIsLeftAlone() throws Exception {
    CountDownLatch mayAnswer = new CountDownLatch(1);
    acmes.script(
        insert ->
            connection -> {
              mayAnswer.await();
              acmes.landing(insert).give(connection);
            });
    try (LogLines forsaken = new LogLines(ForsakenStreams.class);
        LogLines streams = new LogLines(TenantStreams.class);
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                ours.url(), URL, acmes.url(), "wavehouse.insert.threads", "1")) {
      awaitStream(bundle, "WAVEHOUSE_INGEST_acme");
      bundle.publish("ingest.acme.t", 0, 10);
      Awaitility.await().atMost(PATIENCE).until(() -> !acmes.inserts().isEmpty());
      bundle.publish("ingest.acme.u", 10, 20);

      bundle.configure(without(URL));
      Awaitility.await().atMost(PATIENCE).until(() -> !streams.written().isEmpty());
      mayAnswer.countDown();
      awaitLanded(acmes, 20);

      Awaitility.await()
          .atMost(PATIENCE)
          .until(
              () ->
                  forsaken.written().stream()
                      .anyMatch(
                          line ->
                              line.startsWith(
                                  "WARN stream WAVEHOUSE_INGEST_acme is left alone with its 0"
                                      + " messages: tenant acme is not in the settings")));
      bundle.publish("ingest.acme.t", 20, 30);
      bundle.publish("ingest.t", 0, 10);
      awaitLanded(ours, 10);
      assertThat(messages(bundle, "WAVEHOUSE_INGEST_acme")).isEqualTo(10);
      assertThat(bundle.parkedCount()).isZero();

      bundle.configure(Map.of(URL, acmes.url()));
      awaitLanded(acmes, 30);
    }
  }

  @Test
  void aStreamWhoseTenantIsGoneIsNamedAtTheStart() throws Exception {
    try (RunningBundle bundle = RunningBundle.inFrontOf(ours.url(), URL, acmes.url())) {
      awaitStream(bundle, "WAVEHOUSE_INGEST_acme");
      bundle.configure(without(URL));
      try (LogLines forsaken = new LogLines(ForsakenStreams.class)) {
        bundle.restart();
        bundle.publish("ingest.acme.t", 0, 3);
        Awaitility.await()
            .atMost(PATIENCE)
            .until(
                () ->
                    forsaken.written().stream()
                        .anyMatch(line -> line.contains("WAVEHOUSE_INGEST_acme is left alone")));
      }
      assertThat(messages(bundle, "WAVEHOUSE_INGEST_acme")).isEqualTo(3);
    }
  }

  @Test
  void oneWhoseStreamCouldLoseRowsIsRefusedByNameAndTheOthersGoOn() throws Exception {
    try (LogLines streams = new LogLines(TenantStreams.class);
        RunningBundle bundle = RunningBundle.inFrontOf(ours.url())) {
      bundle
          .connection()
          .jetStreamManagement()
          .addStream(
              StreamConfiguration.builder()
                  .name("WAVEHOUSE_INGEST_acme")
                  .subjects("ingest.acme.*")
                  .build());
      bundle
          .connection()
          .jetStreamManagement()
          .addOrUpdateConsumer(
              "WAVEHOUSE_INGEST_acme",
              ConsumerConfiguration.builder().durable("buffer-consumer").maxDeliver(3).build());

      bundle.configure(Map.of(URL, acmes.url()));
      Awaitility.await().atMost(PATIENCE).until(() -> !streams.written().isEmpty());
      assertThat(streams.written().get(0))
          .startsWith("ERROR tenant acme cannot start: ")
          .contains("WAVEHOUSE_INGEST_acme");
      bundle.publish("ingest.t", 0, 10);
      awaitLanded(ours, 10);
    }
  }

  @Test
  void aFileWithAMistakeIsNotTakenAndNeitherIsOneThatTakesAStart() throws Exception {
    try (LogLines live = new LogLines(LiveSettings.class);
        RunningBundle bundle = RunningBundle.inFrontOf(ours.url())) {
      bundle.configure(Map.of(URL, "ftp://acme"));
      Awaitility.await().atMost(PATIENCE).until(() -> live.written().size() == 1);
      assertThat(live.written().get(0)).contains("nothing of it is taken").contains(URL);

      bundle.configure(Map.of(URL, acmes.url(), "wavehouse.insert.threads", "7"));
      Awaitility.await().atMost(PATIENCE).until(() -> live.written().size() == 2);
      assertThat(live.written().get(1)).contains("a start takes wavehouse.insert.threads; restart");

      bundle.publish("ingest.t", 0, 10);
      awaitLanded(ours, 10);
      assertThat(bundle.connection().jetStreamManagement().getStreamNames())
          .doesNotContain("WAVEHOUSE_INGEST_acme");
    }
  }

  @Test
  void aBatchOfATableIsGatheredByTheSizeThatIsInForce() throws Exception {
    try (RunningBundle bundle =
        RunningBundle.inFrontOf(
            ours.url(), "wavehouse.batch.max-wait", "1m", "wavehouse.ack-wait", "5m")) {
      bundle.configure(Map.of("wavehouse.tables.t.batch.max-rows", "5"));
      try (LogLines reloads = new LogLines(SettingsReload.class)) {
        Awaitility.await().atMost(PATIENCE).until(() -> !reloads.written().isEmpty());
      }
      bundle.publish("ingest.t", 0, 5);
      awaitLanded(ours, 5);
      assertThat(ours.inserts()).extracting(ScriptedInsert::rows).hasSize(1);
    }
  }

  private static Map<String, String> without(String key) {
    Map<String, String> change = new HashMap<>();
    change.put(key, null);
    return change;
  }

  private static void awaitStream(RunningBundle bundle, String stream) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> bundle.connection().jetStreamManagement().getStreamNames().contains(stream));
  }

  private static void awaitLanded(ScriptedClickHouse clickHouse, int rows) {
    Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.landed().size() == rows);
  }

  private static long messages(RunningBundle bundle, String stream) throws Exception {
    return bundle
        .connection()
        .jetStreamManagement()
        .getStreamInfo(stream)
        .getStreamState()
        .getMsgCount();
  }
}

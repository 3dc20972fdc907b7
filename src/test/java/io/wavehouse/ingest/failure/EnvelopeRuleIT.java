package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.code;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import io.wavehouse.ingest.support.ScriptedInsert;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Failures of envelopes are those of their real table, whatever their subject. */
class EnvelopeRuleIT {
  private static final String RETRIES = "wavehouse_ingest_retries_total";
  private static final String BAD = envelope("t", "\"bad\"");

  private static String envelope(String table, Object value) {
    return """
        {"table_name":"%s","scope":"acme","received_timestamp":"2026-03-29T12:00:00Z",\
        "format":"JSONCompactEachRow","columns":["id"],"row":[%s]}"""
        .formatted(table, value);
  }

  private static RunningBundle inFrontOf(ScriptedClickHouse clickHouse, String... more)
      throws Exception {
    String[] always = {"wavehouse.format", "envelope"};
    return RunningBundle.inFrontOf(
        clickHouse.url(), Stream.of(always, more).flatMap(Stream::of).toArray(String[]::new));
  }

  @Test
  void aTableThatBacksOffHoldsUpNoOtherOfItsSubject() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            inFrontOf(
                clickHouse, "wavehouse.backoff.initial", "5s", "wavehouse.backoff.max", "5s")) {
      clickHouse.script(
          insert ->
              insert.table().equals("full")
                  ? code(500, 242, "Table is in readonly mode")
                  : clickHouse.landing(insert));
      bundle.publish("ingest.free", envelope("full", 0));
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.metric(RETRIES, "table=\"full\"", "reason=\"unavailable\"") == 1);

      bundle.publish(
          "ingest.full",
          IntStream.range(1, 401).mapToObj(id -> envelope(id % 2 == 0 ? "full" : "free", id)));
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.landed().size() == 200);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.metric(RETRIES, "table=\"full\"", "reason=\"backoff\"") >= 200);
      assertThat(bundle.metric(RETRIES, "table=\"free\"")).isZero();
      assertThat(insertsInto(clickHouse, "full")).isEqualTo(1);

      clickHouse.script(clickHouse::landing);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(401).doesNotHaveDuplicates();
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void theStatementNamesTableAndColumnsAndTheBodyHasTheRowsAsTheyCame() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle = inFrontOf(clickHouse)) {
      clickHouse.script(clickHouse::landing);
      bundle.publish(
          "ingest.x",
          """
          {"table_name":"a`b","format":"JSONCompactEachRow","columns":["c\\\\","d"],\
          "row":[ 1.0e+2,"\\u00fc" ]}""");
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.inserts())
          .singleElement()
          .satisfies(
              insert -> {
                assertThat(insert.rows()).containsExactly("[ 1.0e+2,\"\\u00fc\" ]");
                assertThat(insert.head())
                    .startsWith(
                        "POST /?query=INSERT%20INTO%20%60default%60.%60a%5C%60b%60%20"
                            + "%28%60c%5C%5C%60%2C%60d%60%29%20FORMAT%20JSONCompactEachRow&");
              });
    }
  }

  @Test
  void theTenantIsTheSubjectsWhateverTheEnvelopeSays() throws Exception {
    try (ScriptedClickHouse own = new ScriptedClickHouse(insert -> null);
        ScriptedClickHouse acme = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            inFrontOf(
                own,
                "wavehouse.tenants.acme.clickhouse.url",
                acme.url(),
                "wavehouse.tenants.acme.clickhouse.database",
                "acmes")) {
      own.script(own::landing);
      acme.script(acme::landing);
      bundle.publish("ingest.x", envelope("acme.t", 1));
      bundle.publish("ingest.acme.x", envelope("0.t", 2));
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> own.landed().size() == 1 && acme.landed().size() == 1);
      assertThat(own.inserts())
          .extracting(ScriptedInsert::database, ScriptedInsert::table)
          .containsExactly(tuple("default", "acme.t"));
      assertThat(acme.inserts())
          .extracting(ScriptedInsert::database, ScriptedInsert::table)
          .containsExactly(tuple("acmes", "0.t"));
    }
  }

  @Test
  void aVerdictThatCouldNotBeParkedIsRemembered() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle = inFrontOf(clickHouse)) {
      clickHouse.script(
          insert -> insert.has("bad") ? code(400, 27, "Cannot parse") : clickHouse.landing(insert));
      StreamConfiguration.Builder stream =
          StreamConfiguration.builder()
              .name("WAVEHOUSE_DLQ")
              .subjects("dlq.>")
              .discardPolicy(DiscardPolicy.New);
      bundle.connection().jetStreamManagement().addStream(stream.maxMessages(1).build());
      bundle.connection().jetStream().publish("dlq.taken", new byte[1]);
      bundle.publish("ingest.x", BAD);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.metric(RETRIES, "table=\"t\"", "reason=\"dlq\"") >= 3);
      assertThat(clickHouse.inserts()).hasSize(1);

      bundle.connection().jetStreamManagement().updateStream(stream.maxMessages(9).build());
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.inserts()).hasSize(1);
      assertThat(bundle.parked().get(1).getSubject()).isEqualTo("dlq.0.t");
      assertThat(new String(bundle.parked().get(1).getData(), StandardCharsets.UTF_8))
          .isEqualTo(BAD);
    }
  }

  @Test
  void poisonAmongEnvelopesIsParkedWhileTheirTableBacksOff() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(500, 210, "Connection refused"));
        RunningBundle bundle = inFrontOf(clickHouse)) {
      bundle.publish("ingest.x", Stream.of(envelope("t", 1), "{}", envelope("u", 2)));
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.waiting() == 2);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.redelivered() > 0);
      assertThat(bundle.parked())
          .singleElement()
          .satisfies(parked -> assertThat(parked.getSubject()).isEqualTo("dlq.0.x"));

      clickHouse.script(clickHouse::landing);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).containsExactlyInAnyOrder("[1]", "[2]");
    }
  }

  private static long insertsInto(ScriptedClickHouse clickHouse, String table) {
    return clickHouse.inserts().stream().filter(insert -> insert.table().equals(table)).count();
  }
}

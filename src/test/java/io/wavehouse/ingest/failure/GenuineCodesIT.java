package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.DebianClickHouse;
import io.wavehouse.ingest.support.RunningBundle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures that real servers give, and what becomes of the rows. */
class GenuineCodesIT {
  private static final ClickHouseServer NEWEST = new ChdbClickHouse();
  private static final ClickHouseServer OLDEST = new DebianClickHouse();

  @BeforeAll
  static void start() {
    NEWEST.start();
    OLDEST.start();
    for (ClickHouseServer server : List.of(NEWEST, OLDEST)) {
      server.query("CREATE TABLE t (id Int64) ENGINE = MergeTree ORDER BY id");
      server.query("CREATE TABLE parts (id Int64) ENGINE = MergeTree PARTITION BY id ORDER BY id");
    }
    NEWEST.query(
        "CREATE TABLE denied (id Int64, CONSTRAINT c CHECK throwIf(id >= 0, 'no', toInt16(497)) = 0)"
            + " ENGINE = MergeTree ORDER BY id");
    NEWEST.query(
        "CREATE TABLE slow (id Int64, s UInt8 DEFAULT sleepEachRow(1)) ENGINE = MergeTree ORDER BY"
            + " id");
  }

  @AfterAll
  static void close() {
    NEWEST.close();
    OLDEST.close();
  }

  private static RunningBundle inFrontOf(String version, String setting) throws Exception {
    ClickHouseServer server = version.equals("26.7") ? NEWEST : OLDEST;
    List<String> settings =
        new ArrayList<>(
            List.of(
                "wavehouse.clickhouse.username", server.user(),
                "wavehouse.clickhouse.password", server.password()));
    if (setting != null) {
      for (String one : setting.split("&", -1)) {
        settings.add("wavehouse." + one.substring(0, one.indexOf('=')));
        settings.add(one.substring(one.indexOf('=') + 1));
      }
    }
    return RunningBundle.inFrontOf(server.url().toString(), settings.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "26.7  | 27  | t       | {\"id\":\"one\"}",
        "26.7  | 60  | missing | {\"id\":1}",
        "26.7  | 117 | t       | {\"id\":1,\"nope\":2}",
        "18.16 | 27  | t       | {\"id\":\"one\"}",
        "18.16 | 60  | missing | {\"id\":1}",
        "18.16 | 117 | t       | {\"id\":1,\"nope\":2}",
      })
  void aRowThatItsServerJudgesIsParked(String version, String code, String table, String row)
      throws Exception {
    try (RunningBundle bundle = inFrontOf(version, null)) {
      bundle.publish("ingest." + table, row);
      bundle.awaitNothingWaiting();
      assertThat(bundle.parked())
          .extracting(parked -> parked.getHeaders().getFirst("Wavehouse-Error-Code"))
          .containsExactly(code);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "26.7  | unavailable 241 | t      | clickhouse.settings.max_memory_usage=1&clickhouse.settings.max_untracked_memory=1",
        "26.7  | unavailable 159 | slow   | clickhouse.settings.max_execution_time=0.5",
        "26.7  | unavailable 164 | t      | clickhouse.settings.readonly=1",
        "26.7  | denied 497      | denied |",
        "26.7  | denied 516      | t      | clickhouse.password=wrong",
        "18.16 | unavailable 241 | t      | clickhouse.settings.max_memory_usage=1",
        "18.16 | unavailable 164 | t      | clickhouse.settings.readonly=1",
        "18.16 | denied 193      | t      | clickhouse.password=wrong",
        "18.16 | denied 192      | t      | clickhouse.username=nobody",
      })
  void aServerThatCannotTakeThemGetsThemLater(
      String version, String reason, String table, String setting) throws Exception {
    try (RunningBundle bundle = inFrontOf(version, setting)) {
      bundle.publish("ingest." + table, 0, 3);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.observe("/health/ready").body().contains(reason));
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.redelivered() > 0);
      assertThat(bundle.waiting()).isEqualTo(3);
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  /** 18.16 has no such limit: the setting is left out, and the batch lands whole. */
  @ParameterizedTest
  @CsvSource({"26.7, true", "18.16, false"})
  void aBatchOfTooManyPartitionsLandsInParts(String version, boolean limits) throws Exception {
    ClickHouseServer server = version.equals("26.7") ? NEWEST : OLDEST;
    try (RunningBundle bundle =
        inFrontOf(version, "clickhouse.settings.max_partitions_per_insert_block=10")) {
      bundle.publish("ingest.parts", 0, 100);
      bundle.awaitNothingWaiting();
      assertThat(server.query("SELECT count(), uniqExact(id) FROM parts")).isEqualTo("100\t100");
      assertThat(bundle.parkedCount()).isZero();
      assertThat(bundle.metric("wavehouse_ingest_isolation_requests_total") > 0)
          .as("it was refused for its size first")
          .isEqualTo(limits);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"26.7", "18.16"})
  void badRowsAmongAThousandAreFoundByWhatTheServerSaysOfThem(String version) throws Exception {
    ClickHouseServer server = version.equals("26.7") ? NEWEST : OLDEST;
    server.query("CREATE TABLE many (id Int64) ENGINE = MergeTree ORDER BY id");
    try (RunningBundle bundle = inFrontOf(version, "batch.max-wait=1s")) {
      for (int part = 0; part < 4; part++) {
        bundle.publish("ingest.many", part * 250, (part + 1) * 250);
        bundle.publish("ingest.many", "{\"id\":\"bad " + part + "\"}");
      }
      bundle.awaitNothingWaiting();
      assertThat(server.query("SELECT count(), uniqExact(id), sum(id) FROM many"))
          .isEqualTo("1000\t1000\t499500");
      assertThat(bundle.parked())
          .extracting(parked -> new String(parked.getData(), StandardCharsets.UTF_8))
          .containsExactlyInAnyOrder(
              "{\"id\":\"bad 0\"}",
              "{\"id\":\"bad 1\"}",
              "{\"id\":\"bad 2\"}",
              "{\"id\":\"bad 3\"}");
      // Each with a right hint: the row alone, and the rest.
      assertThat(bundle.metric("wavehouse_ingest_isolation_requests_total")).isLessThanOrEqualTo(8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"26.7", "18.16"})
  void aMissingTableParksItsBatchInThreeRequests(String version) throws Exception {
    try (RunningBundle bundle = inFrontOf(version, "batch.max-wait=1s")) {
      bundle.publish("ingest.missing", 0, 500);
      bundle.awaitNothingWaiting();
      assertThat(bundle.parkedCount()).isEqualTo(500);
      assertThat(bundle.metric("wavehouse_ingest_insert_requests_total", "class=\"rejected\""))
          .isEqualTo(3);
    }
  }
}

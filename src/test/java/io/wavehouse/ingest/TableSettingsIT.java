package io.wavehouse.ingest;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.api.MessageInfo;
import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.RunningBundle;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each key of {@code wavehouse.tables.<table>.*} changes that table and no other. */
class TableSettingsIT {
  private static final ClickHouseServer CLICK_HOUSE = new ChdbClickHouse();

  @BeforeAll
  static void start() {
    CLICK_HOUSE.start();
  }

  @AfterAll
  static void close() {
    CLICK_HOUSE.close();
  }

  private static RunningBundle with(String... settings) throws Exception {
    return RunningBundle.inFrontOf(CLICK_HOUSE, settings);
  }

  /** An empty table whose parts stay as they were inserted. */
  private static void create(String table) {
    CLICK_HOUSE.query("DROP TABLE IF EXISTS " + table);
    CLICK_HOUSE.query(
        "CREATE TABLE " + table + " (id Int64, text String) ENGINE = MergeTree ORDER BY id");
    CLICK_HOUSE.query("SYSTEM STOP MERGES " + table);
  }

  private static long count(String table) {
    return Long.parseLong(CLICK_HOUSE.query("SELECT count() FROM " + table));
  }

  private static long largestInsert(String table) {
    return Long.parseLong(
        CLICK_HOUSE.query(
            "SELECT max(rows) FROM (SELECT count() AS rows FROM " + table + " GROUP BY _part)"));
  }

  private static Stream<String> rows(int count, int characters) {
    String text = "x".repeat(characters);
    return IntStream.range(0, count)
        .mapToObj(id -> "{\"id\":" + id + ",\"text\":\"" + text + "\"}");
  }

  @Test
  void maxRowsFlushesItsOwnTable() throws Exception {
    create("few");
    create("many");
    try (RunningBundle bundle =
        with("wavehouse.batch.max-wait", "1s", "wavehouse.tables.few.batch.max-rows", "10")) {
      bundle.publish("ingest.few", rows(500, 1));
      bundle.publish("ingest.many", rows(500, 1));
      bundle.awaitNothingWaiting();
      assertThat(count("few")).isEqualTo(500);
      assertThat(largestInsert("few")).isLessThanOrEqualTo(10);
      assertThat(largestInsert("many")).isGreaterThan(100);
    }
  }

  @Test
  void maxBytesFlushesItsOwnTable() throws Exception {
    create("small");
    create("large");
    try (RunningBundle bundle =
        with("wavehouse.batch.max-wait", "1s", "wavehouse.tables.small.batch.max-bytes", "4KiB")) {
      bundle.publish("ingest.small", rows(300, 1_000));
      bundle.publish("ingest.large", rows(300, 1_000));
      bundle.awaitNothingWaiting();
      assertThat(count("small")).isEqualTo(300);
      assertThat(largestInsert("small")).isEqualTo(4);
      assertThat(largestInsert("large")).isGreaterThan(50);
    }
  }

  @Test
  void maxWaitFlushesItsOwnTable() throws Exception {
    create("quick");
    create("slow");
    try (RunningBundle bundle =
        with(
            "wavehouse.ack-wait",
            "4m",
            "wavehouse.drain-timeout",
            "1s",
            "wavehouse.batch.max-wait",
            "1m",
            "wavehouse.tables.quick.batch.max-wait",
            "200ms")) {
      bundle.publish("ingest.slow", rows(1, 1));
      bundle.publish("ingest.quick", rows(1, 1));
      Awaitility.await().atMost(PATIENCE).until(() -> count("quick") == 1);
      assertThat(bundle.inHand()).isEqualTo(1);
      assertThat(count("slow")).isZero();
    }
  }

  @Test
  void settingsGoWithTheInsertsOfTheirOwnTable() throws Exception {
    create("loose");
    create("strict");
    try (RunningBundle bundle =
        with(
            "wavehouse.tables.loose.settings.input_format_skip_unknown_fields",
            "1",
            "wavehouse.tables.strict.settings.max_partitions_per_insert_block",
            "7")) {
      String drifted = "{\"id\":1,\"drifted\":true}";
      bundle.publish("ingest.loose", drifted);
      bundle.publish("ingest.strict", drifted);
      bundle.publish("ingest.strict", "{\"id\":2}");
      bundle.awaitNothingWaiting();
      assertThat(count("loose")).isEqualTo(1);
      assertThat(count("strict")).isEqualTo(1);
      assertThat(bundle.parked())
          .extracting(MessageInfo::getSubject)
          .containsExactly("dlq.0.strict");
    }
  }

  @Test
  void theDeadLetterSwitchOfATableWinsOverItsTenantsAndTheGeneralOne() throws Exception {
    create("kept");
    create("other");
    try (RunningBundle bundle =
        with(
            "wavehouse.subjects",
            "ingest.>",
            "wavehouse.dlq.enabled",
            "false",
            "wavehouse.tenants.acme.dlq.enabled",
            "false",
            "wavehouse.tables.kept.dlq.enabled",
            "true")) {
      bundle.publish("ingest.kept", "{\"id\":\"bad\"}");
      bundle.publish("ingest.acme.kept", "poison");
      bundle.publish("ingest.acme.other", "poison");
      bundle.publish("ingest.other", "poison");
      bundle.awaitNothingWaiting();
      assertThat(bundle.parked())
          .extracting(MessageInfo::getSubject)
          .containsExactlyInAnyOrder("dlq.0.kept", "dlq.acme.kept");
      assertThat(bundle.metric("wavehouse_ingest_rows_dropped_total", "table=\"other\""))
          .isEqualTo(2);
    }
  }

  @Test
  void anEnvelopesRowsFollowTheSettingsOfTheTableItNames() throws Exception {
    create("`named.table`");
    try (RunningBundle bundle =
        with(
            "wavehouse.batch.max-wait",
            "1s",
            "wavehouse.dlq.enabled",
            "false",
            "wavehouse.tables.events.format",
            "envelope",
            "wavehouse.tables.named%2Etable.batch.max-rows",
            "10",
            "wavehouse.tables.named%2Etable.dlq.enabled",
            "true",
            "wavehouse.tables.named%2Etable.settings.input_format_skip_unknown_fields",
            "1")) {
      String envelope = "{\"table_name\":\"named.table\",\"data\":{\"id\":%s,\"drifted\":1}}";
      bundle.publish(
          "ingest.events", IntStream.range(0, 300).mapToObj(id -> envelope.formatted(id)));
      bundle.publish("ingest.events", envelope.formatted("\"bad\""));
      bundle.awaitNothingWaiting();
      assertThat(count("`named.table`")).isEqualTo(300);
      assertThat(largestInsert("`named.table`")).isLessThanOrEqualTo(10);
      assertThat(bundle.parked())
          .extracting(MessageInfo::getSubject)
          .containsExactly("dlq.0.named%2Etable");
    }
  }
}

package io.wavehouse.ingest;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.api.MessageInfo;
import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.DebianClickHouse;
import io.wavehouse.ingest.support.RunningBundle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The WaveHouse wire format lands on real servers as its publisher meant it. */
class EnvelopeIT {
  private static final ClickHouseServer CLICK_HOUSE = new ChdbClickHouse();

  @BeforeAll
  static void start() {
    CLICK_HOUSE.start();
  }

  @AfterAll
  static void close() {
    CLICK_HOUSE.close();
  }

  private static RunningBundle inFrontOf(ClickHouseServer server, String... more) throws Exception {
    String[] always = {
      "wavehouse.clickhouse.username", server.user(),
      "wavehouse.clickhouse.password", server.password(),
      "wavehouse.format", "envelope"
    };
    return RunningBundle.inFrontOf(
        server.url().toString(),
        Stream.of(always, more).flatMap(Stream::of).toArray(String[]::new));
  }

  private static void create(ClickHouseServer server, String table, String columns) {
    server.query("DROP TABLE IF EXISTS " + table);
    server.query("CREATE TABLE " + table + " (" + columns + ") ENGINE = MergeTree ORDER BY id");
  }

  private static String compact(String table, String columns, String row) {
    return """
        {"table_name":"%s","scope":"eu","received_timestamp":"2026-03-29T12:00:00.123Z",\
        "format":"JSONCompactEachRow","columns":%s,"row":%s}"""
        .formatted(table, columns, row);
  }

  private static String data(String table, String data) {
    return """
        {"table_name":"%s","scope":"eu","received_timestamp":"2026-03-29T12:00:00.123Z",\
        "data":%s}"""
        .formatted(table, data);
  }

  private static String query(String sql) {
    return CLICK_HOUSE.query(sql);
  }

  private static String header(MessageInfo message, String name) {
    return message.getHeaders().getFirst("Wavehouse-" + name);
  }

  @Test
  void rowsOfSeveralTablesColumnListsAndVersionsInOneSubjectLandOnceInTheirOwnColumns()
      throws Exception {
    create(CLICK_HOUSE, "a", "id Int64, name String DEFAULT 'none'");
    create(CLICK_HOUSE, "b", "id Int64, other Int64");
    try (RunningBundle bundle = inFrontOf(CLICK_HOUSE)) {
      bundle.publish(
          "ingest.events",
          IntStream.range(0, 6_000)
              .mapToObj(
                  id ->
                      switch (id % 6) {
                        case 0 ->
                            compact("a", "[\"id\",\"name\"]", "[" + id + ",\"row " + id + "\"]");
                        case 1 ->
                            compact("a", "[\"name\",\"id\"]", "[\"row " + id + "\"," + id + "]");
                        case 2 -> compact("a", "[\"id\"]", "[" + id + "]");
                        case 3 -> data("a", "{\"name\":\"row " + id + "\",\"id\":" + id + "}");
                        case 4 -> compact("b", "[\"other\",\"id\"]", "[" + -id + "," + id + "]");
                        default -> data("b", "{\"id\":" + id + ",\"other\":" + -id + "}");
                      }));
      bundle.awaitNothingWaiting();

      assertThat(
              query(
                  "SELECT count(), uniqExact(id), countIf(name = concat('row ', toString(id)))"
                      + ", countIf(name = 'none' AND id % 6 = 2) FROM a"))
          .isEqualTo("4000\t4000\t3000\t1000");
      assertThat(query("SELECT count(), uniqExact(id), countIf(other = -id) FROM b"))
          .isEqualTo("2000\t2000\t2000");
      assertThat(bundle.parkedCount()).isZero();
      assertThat(bundle.metric("wavehouse_ingest_insert_requests_total")).isLessThan(600);
      assertThat(bundle.metric("wavehouse_ingest_rows_received_total", "table=\"a\""))
          .isEqualTo(4_000);
      assertThat(bundle.metric("wavehouse_ingest_rows_inserted_total", "table=\"b\""))
          .isEqualTo(2_000);
      assertThat(bundle.observe("/metrics").body()).doesNotContain("table=\"events\"");
    }
  }

  @Test
  void aWaveHousePublishersMessagesLandUnchanged() throws Exception {
    create(
        CLICK_HOUSE,
        "readings",
        "id Int64, big UInt64, price Decimal(38, 20), at DateTime64(3, 'UTC'), note String,"
            + " tags Array(String), seen Nullable(Int64), level Int64 DEFAULT 7");
    String columns = "[\"id\",\"big\",\"price\",\"at\",\"note\",\"tags\",\"seen\",\"level\"]";
    try (RunningBundle bundle = inFrontOf(CLICK_HOUSE)) {
      bundle.publish(
          "ingest.readings",
          Stream.of(
              compact(
                  "readings",
                  columns,
                  "[-9223372036854775808,18446744073709551615,0.12345678901234567891,"
                      + "\"2026-03-29T12:00:00.123Z\",\"\\u003ca\\u0026b\\u003e ü 😀\\n\",[\"x\",\"\"],"
                      + "null,null]"),
              compact(
                  "readings",
                  columns,
                  "[ 9223372036854775807 ,\n9007199254740993,123456789012345678.00000000000000000001"
                      + ",\"2026-03-29T12:00:00Z\",\"\",[],-1,3]"),
              data(
                  "readings",
                  "{\"id\":9007199254740993,\"big\":1,\"price\":1,\"at\":\"2026-03-29T12:00:00Z\","
                      + "\"note\":null}")));
      bundle.awaitNothingWaiting();

      assertThat(bundle.parkedCount()).isZero();
      assertThat(query("SELECT * FROM readings ORDER BY id").lines())
          .containsExactly(
              "-9223372036854775808\t18446744073709551615\t0.12345678901234567891"
                  + "\t2026-03-29 12:00:00.123\t<a&b> ü 😀\\n\t['x','']\t\\N\t7",
              "9007199254740993\t1\t1\t2026-03-29 12:00:00.000\t\t[]\t\\N\t7",
              "9223372036854775807\t9007199254740993\t123456789012345678.00000000000000000001"
                  + "\t2026-03-29 12:00:00.000\t\t[]\t-1\t3");
    }
  }

  @Test
  void anyNameOfATableOrColumnIsReached() throws Exception {
    create(CLICK_HOUSE, "`a.b ``ü\\\\`", "id Int64, `x,y) ``\\\\ü` Int64");
    try (RunningBundle bundle = inFrontOf(CLICK_HOUSE)) {
      bundle.publish(
          "ingest.0.any", compact("a.b `ü\\\\", "[\"id\",\"x,y) `\\\\\\u00fc\"]", "[1,2]"));
      bundle.awaitNothingWaiting();
      assertThat(bundle.parkedCount()).isZero();
      assertThat(query("SELECT id, `x,y) ``\\\\ü` FROM `a.b ``ü\\\\`")).isEqualTo("1\t2");
    }
  }

  @Test
  void aRejectedRowIsParkedAsItCameUnderItsRealTableAndItsNeighboursLand() throws Exception {
    create(CLICK_HOUSE, "r", "id Int64");
    String bad = compact("r", "[\"id\"]", "[\"not a number\"]");
    try (RunningBundle bundle = inFrontOf(CLICK_HOUSE)) {
      bundle.publish(
          "ingest.events",
          IntStream.range(0, 100)
              .mapToObj(id -> id == 50 ? bad : compact("r", "[\"id\"]", "[" + id + "]")));
      bundle.awaitNothingWaiting();

      assertThat(query("SELECT count(), uniqExact(id) FROM r")).isEqualTo("99\t99");
      assertThat(bundle.parked())
          .singleElement()
          .satisfies(
              parked -> {
                assertThat(new String(parked.getData(), StandardCharsets.UTF_8)).isEqualTo(bad);
                assertThat(parked.getSubject()).isEqualTo("dlq.0.r");
                assertThat(header(parked, "Table")).isEqualTo("r");
                assertThat(header(parked, "Subject")).isEqualTo("ingest.events");
                assertThat(header(parked, "Error-Class")).isEqualTo("rejected");
              });
      assertThat(bundle.metric("wavehouse_ingest_rows_parked_total", "table=\"r\"")).isEqualTo(1);
    }
  }

  @Test
  void aColumnTheTableLacksParksItsColumnListInThreeRequestsAndNoOther() throws Exception {
    create(CLICK_HOUSE, "k", "id Int64");
    try (RunningBundle bundle =
        inFrontOf(
            CLICK_HOUSE, "wavehouse.batch.max-wait", "1s", "wavehouse.batch.max-rows", "500")) {
      bundle.publish(
          "ingest.events",
          IntStream.range(0, 400)
              .mapToObj(
                  id ->
                      id % 2 == 0
                          ? compact("k", "[\"id\"]", "[" + id + "]")
                          : compact("k", "[\"id\",\"gone\"]", "[" + id + ",1]")));
      bundle.awaitNothingWaiting();

      assertThat(query("SELECT count(), uniqExact(id) FROM k")).isEqualTo("200\t200");
      assertThat(bundle.parked())
          .hasSize(200)
          .allSatisfy(parked -> assertThat(header(parked, "Error-Code")).isEqualTo("16"));
      assertThat(bundle.metric("wavehouse_ingest_isolation_requests_total", "table=\"k\""))
          .isEqualTo(2);
    }
  }

  @Test
  void eachKindOfPoisonIsParkedAsItCameWithItsReasonAndItsNeighboursLand() throws Exception {
    create(CLICK_HOUSE, "p", "id Int64");
    String good = compact("p", "[\"id\"]", "[1]");
    List<String> poison =
        List.of(
            "{\"id\":1}",
            compact("p", "[\"id\",\"b\"]", "[1]"),
            compact("p", "[\"id\",\"id\"]", "[1,2]"),
            compact("p", "[1]", "[1]"),
            good.replace("JSONCompactEachRow", "JSONEachRow"),
            good + "x",
            "\uFEFF" + good,
            good.substring(0, good.length() - 2),
            data("p", "[1]"),
            "");
    List<String> reasons =
        List.of(
            "envelope has no table_name",
            "envelope has 2 columns and 1 values in its row",
            "envelope has the column id twice",
            "envelope's column must be text",
            "envelope with a row is not of the format JSONCompactEachRow",
            "payload is no valid JSON: Unrecognized token 'x': was expecting (JSON String, Number,"
                + " Array, Object or token 'null', 'true' or 'false')",
            "payload starts with a byte order mark",
            "payload is an incomplete JSON object",
            "envelope's data must be an object",
            "empty payload");
    try (RunningBundle bundle = inFrontOf(CLICK_HOUSE)) {
      bundle.publish("ingest.p", Stream.concat(poison.stream(), Stream.of(good)));
      bundle.awaitNothingWaiting();

      assertThat(query("SELECT count() FROM p")).isEqualTo("1");
      List<MessageInfo> parked = bundle.parked();
      assertThat(parked)
          .extracting(message -> header(message, "Error-Message"))
          .containsExactlyInAnyOrderElementsOf(reasons);
      assertThat(parked)
          .extracting(
              message ->
                  message.getData() == null
                      ? ""
                      : new String(message.getData(), StandardCharsets.UTF_8))
          .containsExactlyInAnyOrderElementsOf(poison);
      assertThat(parked)
          .allSatisfy(
              message -> {
                assertThat(header(message, "Error-Class")).isEqualTo("poison");
                assertThat(message.getSubject()).isEqualTo("dlq.0.p");
              });
    }
  }

  @Test
  void withoutDeadLettersPoisonIsDroppedAndCounted() throws Exception {
    create(CLICK_HOUSE, "q", "id Int64");
    try (RunningBundle bundle = inFrontOf(CLICK_HOUSE, "wavehouse.dlq.enabled", "false")) {
      bundle.publish(
          "ingest.q",
          Stream.of(
              "{\"id\":1}", "[]", compact("q", "[\"id\"]", "[1,2]"), data("q", "{\"id\":1}")));
      bundle.awaitNothingWaiting();
      Awaitility.await()
          .atMost(PATIENCE)
          .until(
              () ->
                  bundle.metric(
                          "wavehouse_ingest_rows_dropped_total", "table=\"q\"", "reason=\"poison\"")
                      == 3);
      assertThat(query("SELECT count() FROM q")).isEqualTo("1");
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void theFormatIsThatOfTheSubjectsTable() throws Exception {
    create(CLICK_HOUSE, "f", "id Int64");
    try (RunningBundle bundle =
        inFrontOf(
            CLICK_HOUSE,
            "wavehouse.format",
            "row",
            "wavehouse.tables.sealed%2Eevents.format",
            "envelope")) {
      bundle.publish("ingest.f", "{\"id\":1}");
      bundle.publish("ingest.sealed%2Eevents", compact("f", "[\"id\"]", "[2]"));
      bundle.publish("ingest.sealed%2Eevents", data("f", "{\"id\":3}"));
      bundle.publish("ingest.sealed%2Eevents", "{\"id\":4}");
      bundle.publish("ingest.f", compact("f", "[\"id\"]", "[5]"));
      bundle.awaitNothingWaiting();
      assertThat(query("SELECT groupArray(id) FROM (SELECT id FROM f ORDER BY id)"))
          .isEqualTo("[1,2,3]");
      assertThat(bundle.parked())
          .extracting(MessageInfo::getSubject)
          .containsExactlyInAnyOrder("dlq.0.sealed%2Eevents", "dlq.0.f");
    }
  }

  @Test
  void theLongestNamesEarnAVerdictAndHoldUpNoNeighbour() throws Exception {
    String table = "\u2192".repeat(1_000);
    String column = "\u2192".repeat(32_765);
    try (DebianClickHouse oldest = new DebianClickHouse()) {
      oldest.start();
      create(oldest, "l", "id Int64");
      create(CLICK_HOUSE, "l", "id Int64");
      for (ClickHouseServer server : List.of(oldest, CLICK_HOUSE)) {
        try (RunningBundle bundle = inFrontOf(server)) {
          bundle.publish("ingest.l", data(table, "{}"));
          if (server == CLICK_HOUSE) {
            bundle.publish("ingest.l", compact("l", "[\"" + column + "\"]", "[1]"));
          }
          bundle.publish("ingest.l", data("l", "{\"id\":1}"));
          bundle.awaitNothingWaiting();
          assertThat(server.query("SELECT count() FROM l")).isEqualTo("1");
          assertThat(bundle.parked())
              .allSatisfy(parked -> assertThat(header(parked, "Error-Class")).isEqualTo("rejected"))
              .hasSize(server == oldest ? 1 : 2);
          assertThat(bundle.metric("wavehouse_ingest_retries_total")).isZero();
        }
      }
    }
  }

  @Test
  void theOldestServerTakesTheOlderVersionAndLeavesTheOtherWaiting() throws Exception {
    try (DebianClickHouse oldest = new DebianClickHouse()) {
      oldest.start();
      create(oldest, "o", "id Int64");
      create(oldest, "n", "id Int64");
      try (RunningBundle bundle = inFrontOf(oldest)) {
        bundle.publish(
            "ingest.events",
            IntStream.range(0, 1_000)
                .mapToObj(id -> data("o", "{\"id\":-922337203685477" + (4_000 + id) + "}")));
        bundle.publish("ingest.events", compact("n", "[\"id\"]", "[1]"));
        Awaitility.await().atMost(PATIENCE).until(() -> bundle.redelivered() > 0);
        Awaitility.await().atMost(PATIENCE).until(() -> bundle.waiting() == 1);
        assertThat(oldest.query("SELECT count(), uniqExact(id), min(id) FROM o"))
            .isEqualTo("1000\t1000\t-9223372036854774999");
        assertThat(
                bundle.metric("wavehouse_ingest_retries_total", "table=\"n\"", "reason=\"denied\""))
            .isPositive();
        assertThat(bundle.parkedCount()).isZero();
      }
    }
  }
}

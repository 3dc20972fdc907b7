package io.wavehouse.ingest;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.Certificates;
import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.DebianClickHouse;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.TlsFront;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The main job on the newest ClickHouse and on the oldest: what works on both works in between. */
class RealServersIT {
  private static final ClickHouseServer NEWEST = new ChdbClickHouse();
  private static final ClickHouseServer OLDEST = new DebianClickHouse();

  @BeforeAll
  static void start() {
    NEWEST.start();
    OLDEST.start();
  }

  @AfterAll
  static void close() {
    NEWEST.close();
    OLDEST.close();
  }

  static Stream<Named<ClickHouseServer>> both() {
    return Stream.of(Named.of("26.7", NEWEST), Named.of("18.16", OLDEST));
  }

  private static RunningBundle inFrontOf(ClickHouseServer server, String... more) throws Exception {
    return RunningBundle.inFrontOf(server, more);
  }

  private static void create(ClickHouseServer server, String table, String columns) {
    server.query("DROP TABLE IF EXISTS " + table);
    server.query("CREATE TABLE " + table + " (" + columns + ") ENGINE = MergeTree ORDER BY id");
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("both")
  void aHundredThousandRowsOverEightTablesLandOnceEachAndAreAcked(ClickHouseServer server)
      throws Exception {
    for (int table = 0; table < 8; table++) {
      create(server, "bulk" + table, "id Int64");
    }
    try (RunningBundle bundle = inFrontOf(server)) {
      for (int table = 0; table < 8; table++) {
        bundle.publish("ingest.bulk" + table, 0, 12_500);
      }
      bundle.awaitNothingWaiting();
      for (int table = 0; table < 8; table++) {
        assertThat(server.query("SELECT count(), uniqExact(id), sum(id) FROM bulk" + table))
            .isEqualTo("12500\t12500\t78118750");
      }
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void aTrickleLandsWithinMaxWaitAndASecond() throws Exception {
    create(NEWEST, "trickle", "id Int64");
    try (RunningBundle bundle = inFrontOf(NEWEST, "wavehouse.batch.max-wait", "1s")) {
      for (int id = 0; id < 5; id++) {
        int rows = id + 1;
        long published = System.nanoTime();
        bundle.publish("ingest.trickle", id, id + 1);
        Awaitility.await()
            .pollInterval(20, TimeUnit.MILLISECONDS)
            .atMost(PATIENCE)
            .until(() -> NEWEST.query("SELECT count() FROM trickle").equals("" + rows));
        assertThat(Duration.ofNanos(System.nanoTime() - published))
            .isLessThan(Duration.ofSeconds(2));
      }
    }
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("both")
  void theEndsOfInt64AndEverySpellingOfATimeKeepTheirValue(ClickHouseServer server)
      throws Exception {
    create(server, "fidelity", "id Int64, u UInt64, at DateTime('UTC')");
    try (RunningBundle bundle = inFrontOf(server)) {
      String row = "{\"id\":%s,\"u\":%s,\"at\":%s}";
      String noon = "\"2026-03-29 12:00:00\"";
      bundle.publish("ingest.fidelity", row.formatted("-9223372036854775808", "0", noon));
      bundle.publish(
          "ingest.fidelity", row.formatted("9223372036854775807", "18446744073709551615", noon));
      bundle.publish("ingest.fidelity", row.formatted("\"9007199254740993\"", "1", noon));
      String[] spellings = {
        "\"2026-03-29T12:00:00Z\"",
        "\"2026-03-29 12:00:00Z\"",
        "\"2026-03-29T14:00:00+02:00\"",
        "\"2026-03-29T12:00:00\""
      };
      for (int id = 0; id < spellings.length; id++) {
        bundle.publish("ingest.fidelity", row.formatted(id, 1, spellings[id]));
      }
      bundle.awaitNothingWaiting();
      assertThat(bundle.parkedCount()).isZero();
      assertThat(
              server.query("SELECT count() FROM fidelity WHERE toUnixTimestamp(at) = 1774785600"))
          .isEqualTo("7");
      assertThat(server.query("SELECT min(id), max(id), max(u) FROM fidelity"))
          .isEqualTo("-9223372036854775808\t9223372036854775807\t18446744073709551615");
      assertThat(server.query("SELECT count() FROM fidelity WHERE id = 9007199254740993"))
          .isEqualTo("1");
    }
  }

  @Test
  void millisecondsWithAZAndSecondsSince1970KeepTheirValue() throws Exception {
    create(NEWEST, "millis", "id Int64, at DateTime64(3, 'UTC'), seen DateTime('UTC')");
    try (RunningBundle bundle = inFrontOf(NEWEST)) {
      bundle.publish(
          "ingest.millis",
          "{\"id\":1,\"at\":\"2026-03-29T12:00:00.123Z\",\"seen\":\"2026-03-29T12:00:00.999Z\"}");
      bundle.publish("ingest.millis", "{\"id\":2,\"at\":1774785600,\"seen\":1774785600}");
      bundle.publish("ingest.millis", "{\"id\":3,\"seen\":\"1774785600\"}");
      bundle.awaitNothingWaiting();
      assertThat(NEWEST.query("SELECT at, seen FROM millis WHERE id = 1"))
          .isEqualTo("2026-03-29 12:00:00.123\t2026-03-29 12:00:00");
      assertThat(NEWEST.query("SELECT count() FROM millis WHERE seen = '2026-03-29 12:00:00'"))
          .isEqualTo("3");
    }
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("both")
  void rowsOf900KilobytesLandWhole(ClickHouseServer server) throws Exception {
    create(server, "large", "id Int64, text String");
    try (RunningBundle bundle = inFrontOf(server)) {
      for (int id = 0; id < 20; id++) {
        bundle.publish(
            "ingest.large", "{\"id\":" + id + ",\"text\":\"" + "ü".repeat(450_000) + "\"}");
      }
      bundle.awaitNothingWaiting();
      assertThat(server.query("SELECT count(), uniqExact(id), min(length(text)) FROM large"))
          .isEqualTo("20\t20\t900000");
    }
  }

  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("both")
  void aTableWithAnyNameIsReached(ClickHouseServer server) throws Exception {
    create(server, "`a b.\\`ü\\\\'`", "id Int64");
    try (RunningBundle bundle = inFrontOf(server)) {
      bundle.publish("ingest.0.a%20b%2E%60%C3%BC%5C%27", 0, 3);
      bundle.awaitNothingWaiting();
      assertThat(server.query("SELECT count() FROM `a b.\\`ü\\\\'`")).isEqualTo("3");
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void overTlsWithACaOfOnesOwnAndInGzipTheyLandToo(@TempDir Path folder) throws Exception {
    create(NEWEST, "secure", "id Int64");
    Certificates certificates = new Certificates(folder);
    try (TlsFront front = new TlsFront(certificates.server(), NEWEST.url());
        RunningBundle bundle =
            inFrontOf(
                NEWEST,
                "wavehouse.clickhouse.url",
                front.url(),
                "wavehouse.clickhouse.tls.ca-file",
                certificates.ca().toString(),
                "wavehouse.clickhouse.compression",
                "gzip")) {
      bundle.publish("ingest.secure", 0, 1_000);
      bundle.awaitNothingWaiting();
      assertThat(NEWEST.query("SELECT count(), uniqExact(id) FROM secure")).isEqualTo("1000\t1000");
    }
  }

  @Test
  void aCertificateThatIsNotTrustedParksNothingAndSaysSo(@TempDir Path folder) throws Exception {
    Certificates certificates = new Certificates(folder);
    try (TlsFront front = new TlsFront(certificates.server(), NEWEST.url());
        RunningBundle bundle = inFrontOf(NEWEST, "wavehouse.clickhouse.url", front.url())) {
      bundle.publish("ingest.secure", 0, 3);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.observe("/health/ready").body().contains("unknown: "));
      assertThat(bundle.waiting()).isEqualTo(3);
      assertThat(bundle.parkedCount()).isZero();
    }
  }
}

package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.code;
import static io.wavehouse.ingest.support.ScriptedAnswer.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import io.wavehouse.ingest.support.ScriptedInsert;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A ClickHouse that cannot take an insert costs nothing but time. */
class OutageRuleIT {
  /** Half of the shortest backoff of the bundle under test. */
  private static final Duration SHORTEST_WINDOW = Duration.ofMillis(100);

  private static final String REQUESTS = "wavehouse_ingest_insert_requests_total";

  /**
   * Five failures open windows of 200, 400, 800, 1,000 ms and one more, each cut to half at most.
   */
  private static final Duration SHORTEST_TIME_OF_FIVE_FAILURES = Duration.ofMillis(1_200);

  /** Were it followed, the server would see another insert. */
  private static final String SAME_INSERT =
      "/?query=INSERT%20INTO%20%60default%60.%60t%60%20FORMAT%20JSONEachRow";

  static Stream<Arguments> outages() {
    return Stream.of(
        Arguments.of("a reset", ScriptedAnswer.reset(), 1),
        Arguments.of("no answer", ScriptedAnswer.after(new CountDownLatch(1), null), 1),
        Arguments.of("a cut answer", ScriptedAnswer.cut(), 1),
        Arguments.of("503 without a code", http(503, "", "busy"), 1),
        Arguments.of("429 without a code", http(429, "", ""), 1),
        Arguments.of("too many queries", code(503, 202, "Too many simultaneous queries"), 1),
        Arguments.of("a timeout of its own", code(500, 159, "Timeout exceeded"), 1),
        Arguments.of("wrong grants", code(403, 497, "Not enough privileges"), 1),
        Arguments.of("a wrong password", code(403, 516, "Authentication failed"), 1),
        Arguments.of(
            "a failure after a 200",
            http(200, "", "Code: 210. DB::NetException: Connection refused\n"),
            1),
        Arguments.of(
            "a code in the headers of an empty 200",
            http(200, "X-ClickHouse-Exception-Code: 209\r\n", ""),
            1),
        Arguments.of(
            "an exception frame in a 200",
            http(
                200,
                "X-ClickHouse-Exception-Tag: abcdefghijklmnop\r\n",
                String.join(
                    "\r\n",
                    "",
                    "__exception__",
                    "abcdefghijklmnop",
                    "Code: 210. DB::NetException: Connection refused",
                    "48 abcdefghijklmnop",
                    "__exception__",
                    "")),
            1),
        Arguments.of("401 without a code", http(401, "", ""), 1),
        Arguments.of("a redirect", http(307, "Location: " + SAME_INSERT + "\r\n", ""), 1),
        Arguments.of("a bare 500", http(500, "", ""), 1),
        Arguments.of("no memory for the batch", code(500, 241, "Memory limit exceeded"), 2),
        Arguments.of("too many parts", code(500, 252, "Too many parts"), 2));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outages")
  void parksNothingAndCostsOneFlushAWindow(String outage, ScriptedAnswer answer, int requests)
      throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> answer);
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                clickHouse.url(), "wavehouse.clickhouse.request-timeout", "300ms")) {
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.inserts().size() >= 3 * requests);
      assertWindows(clickHouse.inserts(), requests);
      assertThat(bundle.parkedCount()).isZero();
      assertThat(bundle.waiting()).isEqualTo(3);

      clickHouse.script(clickHouse::landing);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed())
          .containsExactlyInAnyOrder("{\"id\":0}", "{\"id\":1}", "{\"id\":2}");
      assertThat(bundle.parkedCount()).isZero();
      assertThat(bundle.metric(REQUESTS))
          .as("requests that the route made; more on the wire are a client's hidden retries")
          .isEqualTo(clickHouse.inserts().size());
    }
  }

  /** Requests of one flush come together, those of different flushes at least a window apart. */
  private static void assertWindows(List<ScriptedInsert> inserts, int requests) {
    for (int i = 1; i < inserts.size(); i++) {
      Duration gap = Duration.ofNanos(inserts.get(i).nanos() - inserts.get(i - 1).nanos());
      if (i % requests == 0) {
        assertThat(gap).isGreaterThanOrEqualTo(SHORTEST_WINDOW);
      } else {
        assertThat(inserts.get(i).rows()).hasSize(1);
      }
    }
  }

  @Test
  void aServerThatIsNotThereYetGetsTheRowsWhenItIs() throws Exception {
    int port = FreePort.next();
    try (RunningBundle bundle = RunningBundle.inFrontOf("http://127.0.0.1:" + port)) {
      assertFiveFailuresTakeTheirTime(bundle);

      try (ScriptedClickHouse clickHouse =
          new ScriptedClickHouse(port, insert -> ScriptedAnswer.ok())) {
        bundle.awaitNothingWaiting();
        assertThat(clickHouse.inserts()).isNotEmpty();
      }
    }
  }

  @Test
  void aNameThatDoesNotResolveParksNothing() throws Exception {
    try (RunningBundle bundle = RunningBundle.inFrontOf("http://no-such-host.invalid:8123")) {
      assertFiveFailuresTakeTheirTime(bundle);
    }
  }

  /** Where no server counts requests, the route's own count has to do. */
  private static void assertFiveFailuresTakeTheirTime(RunningBundle bundle) throws Exception {
    long start = System.nanoTime();
    bundle.publish("ingest.t", 0, 3);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> bundle.metric(REQUESTS, "class=\"unavailable\"") >= 5);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(SHORTEST_TIME_OF_FIVE_FAILURES);
    assertThat(bundle.parkedCount()).isZero();
    assertThat(bundle.waiting()).isEqualTo(3);
    Awaitility.await().atMost(PATIENCE).until(() -> bundle.inHand() == 0);
  }

  @Test
  void theTablesOfADownPoolBackOffTogetherAndOneProbeClosesIt() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> http(503, "", "starting"));
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      bundle.publish("ingest.first", 0, 1);
      Awaitility.await().atMost(PATIENCE).until(() -> !clickHouse.inserts().isEmpty());
      for (int table = 0; table < 5; table++) {
        bundle.publish("ingest.t" + table, 0, 100);
      }
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.inserts().size() >= 5);
      List<ScriptedInsert> inserts = clickHouse.inserts();
      for (int i = 1; i < inserts.size(); i++) {
        assertThat(Duration.ofNanos(inserts.get(i).nanos() - inserts.get(i - 1).nanos()))
            .as("requests of different tables in one window")
            .isGreaterThanOrEqualTo(SHORTEST_WINDOW);
      }
      assertThat(bundle.inHand()).as("rows buffered while the pool backs off").isLessThan(501);

      clickHouse.script(clickHouse::landing);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(501);
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void nothingIsBufferedWhileAPoolBacksOff() throws Exception {
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> http(503, "", "starting"));
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                clickHouse.url(),
                "wavehouse.backoff.initial",
                "20s",
                "wavehouse.backoff.max",
                "20s")) {
      bundle.publish("ingest.first", 0, 1);
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.inserts().size() == 1);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.inHand() == 0);

      bundle.publish("ingest.t", 0, 5_000);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.inHand() == 0);
      assertThat(bundle.waiting()).isEqualTo(5_001);
      assertThat(clickHouse.inserts()).hasSize(1);
    }
  }

  @Test
  void aReadOnlyTableBacksOffAloneAndItsNeighboursSuccessesDoNotCloseIt() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      clickHouse.script(
          insert ->
              insert.table().equals("readonly")
                  ? code(500, 242, "Table is in readonly mode")
                  : clickHouse.landing(insert));
      bundle.publish("ingest.readonly", 0, 3);
      Awaitility.await().atMost(PATIENCE).until(() -> of(clickHouse, "readonly").size() == 1);
      for (int i = 0; i < 20; i++) {
        int rows = i + 1;
        bundle.publish("ingest.t", i, i + 1);
        Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.landed().size() == rows);
      }
      List<ScriptedInsert> tries = of(clickHouse, "readonly");
      for (int i = 1; i < tries.size(); i++) {
        assertThat(Duration.ofNanos(tries.get(i).nanos() - tries.get(i - 1).nanos()))
            .isGreaterThanOrEqualTo(SHORTEST_WINDOW);
      }
      assertThat(bundle.waiting()).isEqualTo(3);
      assertThat(bundle.parkedCount()).isZero();

      clickHouse.script(clickHouse::landing);
      bundle.awaitNothingWaiting();
    }
  }

  @Test
  void aPoolThatHangsTakesNoThreadOfAnother() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedClickHouse hanging =
            new ScriptedClickHouse(insert -> ScriptedAnswer.after(end, ScriptedAnswer.ok()));
        ScriptedClickHouse healthy = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                hanging.url(),
                "wavehouse.subjects",
                "ingest.>",
                "wavehouse.insert.threads",
                "2",
                "wavehouse.tenants.acme.clickhouse.url",
                healthy.url())) {
      healthy.script(healthy::landing);
      for (int table = 0; table < 4; table++) {
        bundle.publish("ingest.t" + table, 0, 10);
      }
      Awaitility.await().atMost(PATIENCE).until(() -> hanging.inserts().size() == 2);

      bundle.publish("ingest.acme.t", 0, 10);
      Awaitility.await().atMost(PATIENCE).until(() -> healthy.landed().size() == 10);
      assertThat(hanging.inserts()).hasSize(2);
      end.countDown();
      bundle.awaitNothingWaiting();
    }
  }

  @Test
  void aTableThatHangsLeavesAThreadToTheOthersOfItsPool() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.batch.max-rows", "1")) {
      clickHouse.script(
          insert ->
              insert.table().equals("slow")
                  ? ScriptedAnswer.after(end, ScriptedAnswer.ok())
                  : clickHouse.landing(insert));
      bundle.publish("ingest.slow", "{\"id\":0}");
      for (int i = 1; i < 10; i++) {
        bundle.publish("ingest.slow", "{\"id\":" + i + "}");
      }
      Awaitility.await().atMost(PATIENCE).until(() -> !of(clickHouse, "slow").isEmpty());

      bundle.publish("ingest.t", "{\"id\":1}");
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.landed().size() == 1);
      assertThat(of(clickHouse, "slow")).hasSizeLessThan(4);
      end.countDown();
      bundle.awaitNothingWaiting();
    }
  }

  @Test
  void aWrongPasswordCorrectedAtRunTimeLandsAllAndParksNothing(@TempDir Path folder)
      throws Exception {
    Path password = Files.writeString(folder.resolve("password"), "wrong");
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(403, 516, "Authentication failed"));
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                clickHouse.url(), "wavehouse.clickhouse.password-file", password.toString())) {
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.inserts().size() == 2);
      assertThat(clickHouse.inserts()).extracting(ScriptedInsert::password).containsOnly("wrong");

      Files.writeString(password, "right");
      clickHouse.script(
          insert ->
              insert.password().equals("right")
                  ? clickHouse.landing(insert)
                  : code(403, 516, "Authentication failed"));
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(3);
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @Test
  void anInsertLongerThanTheAckWaitLandsOnce() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                clickHouse.url(),
                "wavehouse.ack-wait",
                "5s",
                "wavehouse.clickhouse.request-timeout",
                "20s")) {
      CountDownLatch end = new CountDownLatch(1);
      clickHouse.script(insert -> ScriptedAnswer.after(end, clickHouse.landing(insert)));
      bundle.publish("ingest.t", 0, 3);
      long start = System.nanoTime();
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> System.nanoTime() - start > Duration.ofSeconds(11).toNanos());
      end.countDown();
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(3);
      assertThat(clickHouse.inserts()).hasSize(1);
    }
  }

  private static List<ScriptedInsert> of(ScriptedClickHouse clickHouse, String table) {
    return clickHouse.inserts().stream().filter(insert -> insert.table().equals(table)).toList();
  }
}

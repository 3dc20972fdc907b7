package io.wavehouse.ingest.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.api.MessageInfo;
import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.Launcher;
import io.wavehouse.ingest.support.RunningBundle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parked for a column its table lacked, replayed, landed; on real servers. */
class ReplayRoundTripIT {
  private static final ChdbClickHouse CLICKHOUSE = new ChdbClickHouse();

  @BeforeAll
  static void start() {
    CLICKHOUSE.start();
  }

  @AfterAll
  static void close() {
    CLICKHOUSE.close();
  }

  /** Replays all there is. */
  private interface Way {
    void replay(RunningBundle bundle) throws Exception;
  }

  static Stream<Named<Way>> ways() {
    return Stream.of(
        Named.of("from the shell", ReplayRoundTripIT::fromTheShell),
        Named.of("over HTTP", ReplayRoundTripIT::overHttp));
  }

  private static void fromTheShell(RunningBundle bundle) throws Exception {
    try (Launcher replay =
        new Launcher(
            Map.of("WAVEHOUSE_NATS_SERVERS", bundle.nats().url()), "dlq", "replay", "--all")) {
      assertThat(replay.await().code()).isZero();
    }
  }

  private static void overHttp(RunningBundle bundle) throws Exception {
    assertThat(bundle.command("/dlq/replay?all=true").statusCode()).isEqualTo(200);
  }

  private static RunningBundle bundle() throws Exception {
    CLICKHOUSE.query("DROP TABLE IF EXISTS trips");
    CLICKHOUSE.query("CREATE TABLE trips (id Int64) ENGINE = MergeTree ORDER BY id");
    return RunningBundle.inFrontOf(CLICKHOUSE);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void rowsLandOnceTheirTableIsMendedAndNoneIsLeft(Way way) throws Exception {
    try (RunningBundle bundle = bundle()) {
      bundle.publish("ingest.trips", "{\"id\":1}");
      for (int id = 2; id <= 4; id++) {
        bundle.publish("ingest.trips", "{\"id\":" + id + ",\"kind\":\"new\"}");
      }
      bundle.awaitNothingWaiting();
      assertThat(bundle.parkedCount()).isEqualTo(3);

      CLICKHOUSE.query("ALTER TABLE trips ADD COLUMN kind String");
      way.replay(bundle);
      bundle.awaitNothingWaiting();
      assertThat(CLICKHOUSE.query("SELECT id, kind FROM trips ORDER BY id"))
          .isEqualTo("1\t\n2\tnew\n3\tnew\n4\tnew");
      assertThat(bundle.parkedCount()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aRowThatIsStillBadIsParkedAgainOnceAndCounted(Way way) throws Exception {
    try (RunningBundle bundle = bundle()) {
      String bad = "{\"id\": \"never\" }";
      bundle.publish("ingest.trips", bad);
      bundle.awaitNothingWaiting();
      assertThat(only(bundle).getHeaders().containsKey("Wavehouse-Replays")).isFalse();
      for (String replays : List.of("1", "2")) {
        long before = only(bundle).getSeq();
        way.replay(bundle);
        Awaitility.await()
            .atMost(RunningBundle.PATIENCE)
            .until(() -> bundle.waiting() == 0 && bundle.parkedCount() == 1);
        MessageInfo again = only(bundle);
        assertThat(again.getSeq()).isEqualTo(before + 1);
        assertThat(again.getHeaders().getFirst("Wavehouse-Replays")).isEqualTo(replays);
        assertThat(again.getHeaders().getFirst("Wavehouse-Subject")).isEqualTo("ingest.trips");
        assertThat(new String(again.getData(), StandardCharsets.UTF_8)).isEqualTo(bad);
      }
    }
  }

  private static MessageInfo only(RunningBundle bundle) throws Exception {
    List<MessageInfo> parked = bundle.parked();
    assertThat(parked).hasSize(1);
    return parked.get(0);
  }
}

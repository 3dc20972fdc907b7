package io.wavehouse.ingest.deadletter;

import static io.wavehouse.ingest.deadletter.ParkedRows.INGEST;
import static io.wavehouse.ingest.deadletter.ParkedRows.PARKED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.Launcher;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user of {@code wavehouse dlq} sees, and the exit codes; no bundle runs. */
class DeadLetterCommandIT {
  private static final String HOSTILE = "\u001B[2J\u202E\u009B1m\tx".repeat(20);
  private ParkedRows rows;

  @BeforeEach
  void start() throws Exception {
    rows = new ParkedRows();
  }

  @AfterEach
  void close() throws Exception {
    rows.close();
  }

  private Launcher.Ended dlq(String line) throws Exception {
    return dlq(Map.of("WAVEHOUSE_NATS_SERVERS", rows.url()), line);
  }

  private static Launcher.Ended dlq(Map<String, String> environment, String line) throws Exception {
    try (Launcher launcher = new Launcher(environment, ("dlq " + line).split(" ", -1))) {
      return launcher.await();
    }
  }

  @Test
  void aListIsFitForATerminalWhateverARowHolds() throws Exception {
    rows.park("t", 27, "1", "2");
    String encoded = EncodedName.encode(HOSTILE);
    rows.park(
        "dlq.0.t",
        HOSTILE.getBytes(StandardCharsets.UTF_8),
        Map.of("Wavehouse-Table", encoded, "Wavehouse-Tenant", encoded, "Wavehouse-Subject", "x"));
    Launcher.Ended list = dlq("list");
    assertThat(list.code()).isZero();
    assertThat(list.err()).isEmpty();
    assertThat(list.out()).hasSize(5).last().isEqualTo("3 of 3 parked rows: 1 -, 2 rejected");
    assertThat(list.out()).allSatisfy(line -> assertThat(line).matches("[ -~]{1,80}"));

    Launcher.Ended show = dlq("show 3");
    assertThat(show.code()).isZero();
    assertThat(show.out()).contains("Wavehouse-Subject: x");
    assertThat(show.out()).last().asString().startsWith("\\u001B[2J\\u202E\\u009B1m\\u0009x");
    assertThat(show.out()).allSatisfy(line -> assertThat(line).matches("[ -~]*"));
  }

  @Test
  void forProgramsItIsAnObjectALine() throws Exception {
    rows.park("t", 27, "{\"a\":1}");
    rows.park("dlq.0.t", new byte[] {(byte) 0xff}, Map.of());
    ObjectMapper json = new ObjectMapper();
    Launcher.Ended list = dlq("list --code 27 --json");
    assertThat(list.out()).hasSize(1);
    assertThat(json.readTree(list.out().get(0)).get("subject").asText()).isEqualTo("ingest.t");
    assertThat(json.readTree(dlq("show 1 --json").out().get(0)).get("payload").asText())
        .isEqualTo("{\"a\":1}");
    assertThat(json.readTree(dlq("show 2 --json").out().get(0)).get("payloadBase64").asText())
        .isEqualTo("/w==");
    assertThat(json.readTree(dlq("replay 1 --json").out().get(0)).get("replayed").asInt()).isOne();
  }

  @Test
  void aReplayTakesTheSettingsOfAFileAndSaysHowManyWent(@TempDir Path folder) throws Exception {
    Path config = folder.resolve("my.properties");
    Files.writeString(config, "wavehouse.nats.servers=" + rows.url() + "\n");
    rows.park("t", 27, "1", "2", "3");
    String with = " --config " + config;
    assertThat(dlq(Map.of(), "replay --all --dry-run" + with).out())
        .containsExactly("3 rows would be replayed");
    assertThat(rows.payloads(INGEST)).isEmpty();

    Launcher.Ended replay = dlq(Map.of(), "replay --to 2 --rate 100" + with);
    assertThat(replay).isEqualTo(new Launcher.Ended(0, List.of("2 rows replayed"), List.of()));
    assertThat(rows.payloads(INGEST)).containsExactly("1", "2");
    assertThat(rows.payloads(PARKED)).containsExactly("3");
  }

  @Test
  void aFullStreamIsSaidInOneLineWithHowManyWent() throws Exception {
    rows.management()
        .updateStream(
            StreamConfiguration.builder(rows.management().getStreamInfo(INGEST).getConfiguration())
                .maxMessages(2)
                .build());
    rows.park("t", 27, "1", "2", "3");
    Launcher.Ended replay = dlq("replay --all");
    assertThat(replay.code()).isOne();
    assertThat(replay.out()).containsExactly("2 rows replayed");
    assertThat(replay.err()).hasSize(1);
    assertThat(replay.err().get(0))
        .startsWith("wavehouse: stopped: row 3 stays parked: ")
        .contains("maximum messages exceeded")
        .endsWith("the rest is still parked, run it again");
    assertThat(rows.payloads(PARKED)).containsExactly("3");
  }

  @Test
  void withoutAStreamForThemRowsStayAndOneLineSaysWhy() throws Exception {
    rows.management().deleteStream(INGEST);
    rows.park("t", 27, "1", "2");
    Launcher.Ended replay = dlq("replay --all");
    assertThat(replay.code()).isOne();
    assertThat(replay.out()).containsExactly("0 rows replayed, 2 cannot be and stay parked");
    assertThat(replay.err())
        .containsExactly(
            "wavehouse: stays parked: subject ingest.t is captured by no stream of the settings"
                + " (WAVEHOUSE_INGEST)");
    assertThat(rows.payloads(PARKED)).containsExactly("1", "2");
  }

  @Test
  void aPurgeCountsUntilItIsSaidYes() throws Exception {
    rows.park("t", 27, "1", "2");
    rows.park("u", 60, "3");
    assertThat(dlq("purge --table t"))
        .isEqualTo(
            new Launcher.Ended(
                0,
                List.of("2 rows would be purged", "Nothing is purged without --yes."),
                List.of()));
    assertThat(rows.payloads(PARKED)).hasSize(3);
    assertThat(dlq("purge --table t --yes").out()).containsExactly("2 rows purged");
    assertThat(rows.payloads(PARKED)).containsExactly("3");
  }

  @Test
  void whatIsNotThereIsSaidInOneLine() throws Exception {
    assertThat(dlq("show 7"))
        .isEqualTo(
            new Launcher.Ended(
                1, List.of(), List.of("wavehouse: no row 7 is parked in stream WAVEHOUSE_DLQ")));
    String away = "nats://127.0.0.1:" + FreePort.next();
    Launcher.Ended list = dlq(Map.of("WAVEHOUSE_NATS_SERVERS", away), "list");
    assertThat(list.code()).isOne();
    assertThat(list.err())
        .hasSize(1)
        .first()
        .asString()
        .contains("no connection to NATS at " + away);
    rows.management().deleteStream(PARKED);
    assertThat(dlq("list").out()).last().isEqualTo("0 of 0 parked rows");
  }

  @ParameterizedTest
  @CsvSource({
    "'','dlq needs a command'",
    "replay,'say which rows'",
    "list --tabel t,'dlq list does not know ''--tabel'''",
    "list --config nowhere,'there is no such file'"
  })
  void aSlipEndsItWithTwoAndOneLine(String line, String said) throws Exception {
    Launcher.Ended ended = dlq(line.strip());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).hasSize(1).first().asString().startsWith("wavehouse: ").contains(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "list ", "show ", "replay ", "purge "})
  void helpFitsATerminalAndNamesEveryWord(String verb) throws Exception {
    Launcher.Ended help = dlq(verb + "--help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).first().asString().startsWith("Usage: ./wavehouse dlq " + verb.strip());
    assertThat(help.out()).allSatisfy(line -> assertThat(line.length()).isLessThan(81));
  }

  @Test
  void aReplayThatIsKilledIsFinishedByTheNextAndNoRowIsLostOrStoredTwice() throws Exception {
    String[] payloads = IntStream.range(0, 400).mapToObj(Integer::toString).toArray(String[]::new);
    rows.park("t", 27, payloads);
    try (Launcher replay =
        new Launcher(
            Map.of("WAVEHOUSE_NATS_SERVERS", rows.url()),
            "dlq",
            "replay",
            "--all",
            "--rate",
            "200")) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> rows.payloads(INGEST).size() >= 20);
      replay.kill();
    }
    assertThat(rows.payloads(PARKED)).isNotEmpty();
    assertThat(dlq("replay --all").code()).isZero();
    assertThat(rows.payloads(INGEST)).containsExactly(payloads);
    assertThat(rows.payloads(PARKED)).isEmpty();
  }

  /** Its heap has 128 MiB. */
  @Test
  void moreRowsThanFitInItsMemoryAreListedAndPurged() throws Exception {
    String message = "x".repeat(4_000);
    for (int i = 0; i < 45_000; i++) {
      rows.parkAsync("dlq.0.t", Map.of("Wavehouse-Error-Message", message));
    }
    rows.awaitParked(45_000);
    Launcher.Ended list = dlq("list --json");
    assertThat(list.code()).isZero();
    assertThat(list.out()).hasSize(45_000);
    assertThat(dlq("purge --yes --from 40001").out()).containsExactly("5,000 rows purged");
  }

  @Test
  void onATerminalAReplayShowsItsProgressInOneLineAndTakesItAway() throws Exception {
    rows.park("t", 27, Stream.of("1", "2", "3").toArray(String[]::new));
    try (Launcher replay =
        Launcher.shell(
            Map.of("WAVEHOUSE_NATS_SERVERS", rows.url()),
            "script -qec './wavehouse dlq replay --all --rate 3' /dev/null")) {
      Launcher.Ended ended = replay.await();
      assertThat(ended.code()).isZero();
      assertThat(ended.out()).last().isEqualTo("3 rows replayed");
      String screen = String.join("\n", ended.out());
      assertThat(screen).contains("[##########....................]  33%  1 replayed");
      assertThat(screen).doesNotContain("\u001B");
    }
  }
}

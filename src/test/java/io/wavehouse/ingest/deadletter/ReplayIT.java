package io.wavehouse.ingest.deadletter;

import static io.wavehouse.ingest.deadletter.ParkedRows.INGEST;
import static io.wavehouse.ingest.deadletter.ParkedRows.PARKED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A parked copy goes only when its row is stored again. */
class ReplayIT {
  private ParkedRows rows;

  @BeforeEach
  void start() throws Exception {
    rows = new ParkedRows();
  }

  @AfterEach
  void close() throws Exception {
    rows.close();
  }

  @Test
  void aRowGoesBackAsItCameUnderAnIdOfTheReplayAndCounted() throws Exception {
    rows.park("t", 27, "{\"a\": 1 }");
    MessageInfo parked = rows.messages(PARKED).get(0);
    assertThat(rows.replay("all", "true")).isEqualTo(done(1));

    MessageInfo back = rows.messages(INGEST).get(0);
    assertThat(back.getSubject()).isEqualTo("ingest.t");
    assertThat(back.getData()).isEqualTo(parked.getData());
    assertThat(back.getHeaders().getFirst("Nats-Msg-Id")).startsWith("replay:WAVEHOUSE_DLQ:1:");
    assertThat(back.getHeaders().getFirst("Wavehouse-Replays")).isEqualTo("1");
    assertThat(back.getHeaders().containsKey("Wavehouse-Error-Class")).isFalse();
    assertThat(rows.messages(PARKED)).isEmpty();
  }

  @Test
  void aRowThatWasReplayedBeforeIsCountedOn() throws Exception {
    rows.park(
        "dlq.0.t", new byte[0], Map.of("Wavehouse-Subject", "ingest.t", "Wavehouse-Replays", "4"));
    rows.replay("all", "true");
    assertThat(rows.messages(INGEST).get(0).getHeaders().getFirst("Wavehouse-Replays"))
        .isEqualTo("5");
    assertThat(rows.messages(INGEST).get(0).getData()).isNull();
  }

  @Test
  void onlyWhatFitsGoesInItsOrder() throws Exception {
    rows.park("t", 27, "1");
    rows.park("u", 27, "2");
    rows.park("t", 60, "3");
    rows.park("t", 27, "4", "5");
    assertThat(rows.replay("table", "t", "code", "27", "to", "4")).isEqualTo(done(2));
    assertThat(rows.payloads(INGEST)).containsExactly("1", "4");
    assertThat(rows.payloads(PARKED)).containsExactly("2", "3", "5");
  }

  @Test
  void aDryRunCountsAndChangesNothing() throws Exception {
    rows.park("t", 27, "1", "2");
    assertThat(rows.replay("all", "true", "dry-run", "true")).isEqualTo(done(2));
    assertThat(rows.payloads(PARKED)).containsExactly("1", "2");
    assertThat(rows.payloads(INGEST)).isEmpty();
  }

  @Test
  void severalPagesAreReplayedWholeAndRowsParkedMeanwhileAreNot() throws Exception {
    String[] payloads =
        IntStream.range(0, 1_203).mapToObj(Integer::toString).toArray(String[]::new);
    rows.park("t", 27, payloads);
    JetStreamRepublisher republisher = new JetStreamRepublisher(rows.connection(), rows.stream());
    Outcome outcome =
        rows.replay(
            row -> {
              republisher.publish(row);
              parkAgain(new String(row.payload(), StandardCharsets.UTF_8));
            },
            "all",
            "true");
    assertThat(outcome).isEqualTo(done(1_203));
    assertThat(rows.payloads(INGEST)).containsExactly(payloads);
    assertThat(rows.payloads(PARKED)).containsExactly(payloads);
  }

  private void parkAgain(String payload) throws IOException {
    try {
      rows.park("t", 27, payload);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /** What a kill between the PubAck and the removal leaves. */
  @Test
  void aRowStoredWhoseCopyIsStillThereIsNotStoredTwiceByTheNextRun() throws Exception {
    rows.park("t", 27, "1", "2", "3");
    killedAfterPublishing("2");
    assertThat(rows.payloads(INGEST)).containsExactly("1", "2");
    assertThat(rows.payloads(PARKED)).containsExactly("2", "3");

    assertThat(rows.replay("all", "true")).isEqualTo(done(2));
    assertThat(rows.payloads(INGEST)).containsExactly("1", "2", "3");
    assertThat(rows.payloads(PARKED)).isEmpty();
  }

  @Test
  void aDuplicateWhoseRowIsGoneIsStoredAgainSinceNobodyKnowsThatItLanded() throws Exception {
    rows.park("t", 27, "1");
    killedAfterPublishing("1");
    rows.management().deleteMessage(INGEST, 1);

    assertThat(rows.replay("all", "true")).isEqualTo(done(1));
    assertThat(rows.payloads(INGEST)).containsExactly("1");
    assertThat(rows.messages(INGEST).get(0).getHeaders().containsKey("Nats-Msg-Id")).isFalse();
    assertThat(rows.payloads(PARKED)).isEmpty();
  }

  @Test
  void aStreamMadeAnewGetsTheRowAgain() throws Exception {
    rows.park("t", 27, "1");
    killedAfterPublishing("1");
    rows.management().deleteStream(INGEST);
    rows.management().addStream(ParkedRows.stream(INGEST, "ingest.*").build());
    rows.connection().jetStream().publish("ingest.t", "other".getBytes(StandardCharsets.UTF_8));
    rows.replay("all", "true");
    assertThat(rows.payloads(INGEST)).containsExactly("other", "1");
  }

  private void killedAfterPublishing(String payload) throws Exception {
    JetStreamRepublisher republisher = new JetStreamRepublisher(rows.connection(), rows.stream());
    Republisher killed =
        row -> {
          republisher.publish(row);
          if (new String(row.payload(), StandardCharsets.UTF_8).equals(payload)) {
            throw new Killed();
          }
        };
    assertThatThrownBy(() -> rows.replay(killed, "all", "true")).isInstanceOf(Killed.class);
  }

  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void aRowThatIsNotStoredKeepsItsCopyAndEndsTheRun() throws Exception {
    rows.park("t", 27, "1", "2");
    Outcome outcome =
        rows.replay(
            row -> {
              throw new IOException("no answer");
            },
            "all",
            "true");
    assertThat(outcome.done()).isZero();
    assertThat(outcome.isComplete()).isFalse();
    assertThat(outcome.stopped()).contains("row 1 stays parked: no answer");
    assertThat(rows.payloads(PARKED)).containsExactly("1", "2");
  }

  @Test
  void aFullStreamEndsTheRunAndTheRestStaysParked() throws Exception {
    rows.management()
        .updateStream(
            StreamConfiguration.builder(rows.management().getStreamInfo(INGEST).getConfiguration())
                .maxMessages(2)
                .build());
    rows.park("t", 27, "1", "2", "3", "4");
    Outcome outcome = rows.replay("all", "true");
    assertThat(outcome.done()).isEqualTo(2);
    assertThat(outcome.stopped().orElseThrow())
        .startsWith("row 3 stays parked: ")
        .contains("maximum messages exceeded");
    assertThat(rows.payloads(INGEST)).containsExactly("1", "2");
    assertThat(rows.payloads(PARKED)).containsExactly("3", "4");
  }

  @Test
  void aRowThatNoStreamOfTheSettingsTakesStaysWithOneReason() throws Exception {
    rows.management().addStream(ParkedRows.stream("OTHER", "ingest.gone.*").build());
    for (int i = 0; i < 3; i++) {
      rows.park("dlq.gone.t", new byte[] {'x'}, Map.of("Wavehouse-Subject", "ingest.gone.t"));
    }
    rows.park("t", 27, "1");
    Outcome outcome = rows.replay("all", "true");
    assertThat(outcome.done()).isOne();
    assertThat(outcome.left()).isEqualTo(3);
    assertThat(outcome.reasons())
        .containsExactly(
            "subject ingest.gone.t is captured by no stream of the settings (WAVEHOUSE_INGEST)");
    assertThat(outcome.isComplete()).isFalse();
    assertThat(rows.payloads(PARKED)).containsExactly("x", "x", "x");
    assertThat(rows.payloads("OTHER")).isEmpty();
  }

  @Test
  void withoutItsStreamARowStays() throws Exception {
    rows.management().deleteStream(INGEST);
    rows.park("t", 27, "1");
    assertThat(rows.replay("all", "true").left()).isOne();
    assertThat(rows.payloads(PARKED)).containsExactly("1");
  }

  @Test
  void aStreamThatDropsOldRowsGetsNone() throws Exception {
    rows.management()
        .updateStream(
            StreamConfiguration.builder(rows.management().getStreamInfo(INGEST).getConfiguration())
                .discardPolicy(DiscardPolicy.Old)
                .build());
    rows.park("t", 27, "1");
    assertThat(rows.replay("all", "true").reasons().get(0)).contains("has discard old");
    assertThat(rows.payloads(PARKED)).containsExactly("1");
  }

  @Test
  void aSubjectThatIsNoneStaysAndCostsNoConnection() throws Exception {
    for (String subject : new String[] {"ingest.a b", "ingest.*", "ingest.", ""}) {
      rows.park(
          "dlq.0.t",
          new byte[] {'x'},
          Map.of("Wavehouse-Subject", subject.isEmpty() ? "%00" : EncodedName.encode(subject)));
    }
    rows.park("dlq.0.t", new byte[] {'x'}, Map.of("Wavehouse-Tenant", "0"));
    rows.park("t", 27, "1");
    Outcome outcome = rows.replay("all", "true");
    assertThat(outcome.left()).isEqualTo(5);
    assertThat(outcome.reasons()).contains("row 5 has no header Wavehouse-Subject");
    assertThat(rows.payloads(INGEST)).containsExactly("1");
  }

  @Test
  void aStreamThatDeniesDeletionIsNotReplayedFrom() throws Exception {
    rows.management().deleteStream(PARKED);
    rows.management().addStream(ParkedRows.stream(PARKED, "dlq.>").denyDelete(true).build());
    rows.park("t", 27, "1");
    assertThatThrownBy(() -> rows.replay("all", "true"))
        .hasMessageContaining("stream WAVEHOUSE_DLQ denies deletion");
    assertThat(rows.payloads(INGEST)).isEmpty();
  }

  @Test
  void aPayloadThatLeavesNoRoomForHeadersGoesWithoutThem() throws Exception {
    int max = (int) rows.connection().getMaxPayload();
    for (int room : new int[] {40, 60, 120, 200}) {
      rows.park("dlq.0.t", new byte[max - room], Map.of("Wavehouse-Subject", "ingest.t"));
    }
    assertThat(rows.replay("all", "true")).isEqualTo(done(4));
    assertThat(rows.messages(INGEST))
        .extracting(row -> row.getData().length)
        .containsExactly(max - 40, max - 60, max - 120, max - 200);
    assertThat(rows.messages(INGEST))
        .extracting(row -> row.getHeaders().size())
        .containsExactly(1, 1, 2, 3);
  }

  @Test
  void replaysAtOnceLoseNothingAndStoreEachRowOnceWhileTheyWait() throws Exception {
    String[] payloads = IntStream.range(0, 300).mapToObj(Integer::toString).toArray(String[]::new);
    rows.park("t", 27, payloads);
    List<CompletableFuture<Outcome>> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(CompletableFuture.supplyAsync(this::replayAll));
    }
    for (CompletableFuture<Outcome> run : runs) {
      assertThat(run.get().isComplete()).isTrue();
    }
    assertThat(rows.payloads(PARKED)).isEmpty();
    assertThat(rows.payloads(INGEST)).containsExactlyInAnyOrder(payloads);
  }

  private Outcome replayAll() {
    try {
      return rows.replay("all", "true");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void eachRowThatIsSentWaitsForItsTurnAndADryRunDoesNot() throws Exception {
    rows.park("t", 27, "1", "2", "3");
    List<Long> slept = new ArrayList<>();
    Pace pace = new Pace(2, () -> 0, nanos -> slept.add(Duration.ofNanos(nanos).toMillis()));
    Replay dry = new Replay(rows.connection(), rows.stream(), List.of(INGEST), row -> {});
    dry.run(
        ParkedRows.request("all", "true", "dry-run", "true"), Instant.now(), pace, Progress.NONE);
    assertThat(slept).isEmpty();

    Replay replay =
        new Replay(
            rows.connection(),
            rows.stream(),
            List.of(INGEST),
            new JetStreamRepublisher(rows.connection(), rows.stream()));
    replay.run(ParkedRows.request("all", "true"), Instant.now(), pace, Progress.NONE);
    assertThat(slept).hasSize(2);
  }

  @Test
  void aRunThatIsToldToStopStopsBetweenTwoRows() throws Exception {
    rows.park("t", 27, "1", "2", "3");
    Replay replay =
        new Replay(
            rows.connection(),
            rows.stream(),
            List.of(INGEST),
            new JetStreamRepublisher(rows.connection(), rows.stream()));
    Outcome outcome =
        replay.run(
            ParkedRows.request("all", "true"),
            Instant.now(),
            Pace.of(0),
            (fraction, done) -> done < 2);
    assertThat(outcome).isEqualTo(new Outcome(2, 0, List.of(), Optional.of("told to stop")));
    assertThat(rows.payloads(PARKED)).containsExactly("3");
  }

  @Test
  void aPurgeWithoutYesOnlyCountsAndWithItTakesWhatFits() throws Exception {
    rows.park("t", 27, "1", "2");
    rows.park("u", 60, "3", "4");
    assertThat(rows.purge()).isEqualTo(done(4));
    assertThat(rows.purge("table", "u", "yes", "true", "dry-run", "true")).isEqualTo(done(2));
    assertThat(rows.payloads(PARKED)).containsExactly("1", "2", "3", "4");

    assertThat(rows.purge("table", "u", "code", "60", "to", "3", "yes", "true")).isEqualTo(done(1));
    assertThat(rows.payloads(PARKED)).containsExactly("1", "2", "4");
    assertThat(rows.purge("older", "1h", "yes", "true")).isEqualTo(done(0));
    assertThat(rows.purge("yes", "true")).isEqualTo(done(3));
    assertThat(rows.payloads(PARKED)).isEmpty();
    assertThat(rows.payloads(INGEST)).isEmpty();
  }

  private static Outcome done(long rows) {
    return new Outcome(rows, 0, List.of(), Optional.empty());
  }
}

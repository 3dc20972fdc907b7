package io.wavehouse.ingest.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wavehouse.ingest.backoff.Change.Kind;
import io.wavehouse.ingest.backoff.Snapshot.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final String ERROR = "unavailable: connection refused";
  private final HandClock clock = new HandClock();
  private double jitter;
  private final Backoff backoff =
      new Backoff(
          Scope.pool("default@http://db:8123/default"),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          () -> jitter);

  private Permit claim(String table) {
    return backoff.claim(table, clock.getAsLong());
  }

  private Permit granted(String table) {
    Permit permit = claim(table);
    assertThat(permit.granted()).as("%s may flush", table).isTrue();
    return permit;
  }

  private Change failed(Permit permit) {
    return backoff.failed(permit, ERROR, clock.getAsLong());
  }

  private Change answered(Permit permit) {
    return backoff.answered(permit, clock.getAsLong());
  }

  private Optional<Duration> hold(String table) {
    return backoff.hold(table, clock.getAsLong());
  }

  private Snapshot snapshot() {
    return backoff.snapshot(clock.getAsLong());
  }

  private void endWindow() {
    clock.move(snapshot().timeLeft());
  }

  @Test
  void aClosedOneLetsEverythingThrough() {
    assertThat(hold("a")).isEmpty();
    Permit first = granted("a");
    Permit second = granted("b");
    assertThat(first.probe()).as("nothing to decide").isFalse();
    assertThat(first.delay()).isZero();
    assertThat(answered(second).kind()).isEqualTo(Kind.NONE);
    assertThat(snapshot().state()).isEqualTo(State.CLOSED);
  }

  @Test
  void theDelayDoublesWithEachFailedProbeUpToTheCapAndStaysThere() {
    List<Long> seconds = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Change change = failed(granted("a"));
      assertThat(change.kind()).isEqualTo(i == 0 ? Kind.OPENED : Kind.ESCALATED);
      seconds.add(change.after().timeLeft().toSeconds());
      endWindow();
    }
    assertThat(seconds).startsWith(1L, 2L, 4L, 8L, 16L, 30L, 30L).endsWith(30L);
    assertThat(snapshot().failures()).isEqualTo(100);
  }

  @Test
  void jitterTakesUpToHalfOfEachDelay() {
    jitter = 0.5;
    assertThat(failed(granted("a")).after().timeLeft()).isEqualTo(Duration.ofMillis(750));
    endWindow();
    assertThat(failed(granted("a")).after().timeLeft()).isEqualTo(Duration.ofMillis(1_500));
  }

  @Test
  void jitterNeverLeavesLessThanHalfNorMoreThanTheWhole() {
    for (double each : new double[] {0, 0.1, 0.9, Math.nextDown(1.0)}) {
      Delays delays = new Delays(Duration.ofSeconds(1), Duration.ofSeconds(30), () -> each);
      for (int failures = 1; failures < 10; failures++) {
        long whole = Math.min(1L << (failures - 1), 30) * 1_000_000_000L;
        assertThat(delays.window(failures)).isBetween(whole / 2, whole);
      }
    }
  }

  @Test
  void whileTheWindowRunsNothingGoesAndRowsStayAwayForTheTimeLeftPlusASpread() {
    failed(granted("a"));
    clock.move(0.4);
    assertThat(hold("a")).contains(Duration.ofMillis(600));
    jitter = 0.5;
    assertThat(hold("b")).as("spread").contains(Duration.ofMillis(1_100));
    Permit refused = claim("b");
    assertThat(refused.granted()).isFalse();
    assertThat(refused.delay()).isEqualTo(Duration.ofMillis(1_100));
    assertThat(snapshot().timeLeft()).isEqualTo(Duration.ofMillis(600));
  }

  @Test
  void lateFailuresDoNotEscalate() {
    Permit first = granted("a");
    Permit late = granted("b");
    Permit later = granted("c");
    failed(first);
    clock.move(0.5);
    assertThat(failed(late).kind()).isEqualTo(Kind.NONE);
    assertThat(snapshot().timeLeft()).isEqualTo(Duration.ofMillis(500));
    endWindow();
    Permit probe = granted("a");
    assertThat(failed(later).kind()).as("after the window too").isEqualTo(Kind.NONE);
    assertThat(snapshot().state()).as("the probe is still out").isEqualTo(State.PROBING);
    assertThat(failed(probe).after().failures()).isEqualTo(2);
  }

  @Test
  void aLateFailureDoesNotOpenAgainWhatANewerFlushFoundUp() {
    Permit first = granted("a");
    Permit late = granted("b");
    failed(first);
    endWindow();
    answered(granted("a"));
    assertThat(failed(late).kind()).isEqualTo(Kind.NONE);
    assertThat(hold("a")).isEmpty();
  }

  @Test
  void aFailureAfterItClosedOpensANewOutageFromTheInitialDelay() {
    failed(granted("a"));
    endWindow();
    failed(granted("a"));
    endWindow();
    answered(granted("a"));
    Change change = failed(granted("a"));
    assertThat(change.kind()).isEqualTo(Kind.OPENED);
    assertThat(change.after().timeLeft()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void oneProbeAtATimeAndOthersStayAwayAtLeastHalfTheInitialDelay() {
    failed(granted("a"));
    endWindow();
    assertThat(hold("b")).as("the gate claims nothing").isEmpty();
    Permit probe = granted("b");
    assertThat(probe.probe()).isTrue();
    assertThat(snapshot().state()).isEqualTo(State.PROBING);
    for (double each : new double[] {0, 0.5, Math.nextDown(1.0)}) {
      jitter = each;
      assertThat(hold("a").orElseThrow()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
      assertThat(claim("c").delay()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    }
  }

  @Test
  void aReleasedProbeCanBeClaimedAgain() {
    failed(granted("a"));
    endWindow();
    Permit probe = granted("a");
    backoff.released(probe);
    assertThat(snapshot().state()).isEqualTo(State.OPEN);
    assertThat(snapshot().failures()).isEqualTo(1);
    assertThat(granted("b").probe()).isTrue();
  }

  @Test
  void anyAnswerClosesItAndSaysHowLongItWasOpen() {
    failed(granted("a"));
    endWindow();
    Permit probe = granted("a");
    clock.move(0.5);
    Change change = answered(probe);
    assertThat(change.kind()).isEqualTo(Kind.CLOSED);
    assertThat(change.openFor()).isEqualTo(Duration.ofMillis(1_500));
    assertThat(granted("a").probe()).isFalse();
    assertThat(snapshot())
        .isEqualTo(
            new Snapshot(snapshot().scope(), State.CLOSED, 0, Duration.ZERO, Duration.ZERO, ""));
  }

  @Test
  void aLateAnswerClosesItToo() {
    Permit slow = granted("a");
    failed(granted("b"));
    assertThat(answered(slow).kind()).isEqualTo(Kind.CLOSED);
  }

  @Test
  void aProbeThatFailsAfterALateAnswerOpensANewOutage() {
    Permit slow = granted("a");
    failed(granted("b"));
    endWindow();
    Permit probe = granted("b");
    answered(slow);
    assertThat(failed(probe).kind()).as("it started last").isEqualTo(Kind.OPENED);
  }

  @Test
  void aSecondSettlementChangesNothing() {
    Permit permit = granted("a");
    failed(permit);
    assertThat(answered(permit).kind()).isEqualTo(Kind.NONE);
    endWindow();
    Permit probe = granted("a");
    backoff.released(probe);
    assertThat(failed(probe).kind()).isEqualTo(Kind.NONE);
    Permit next = granted("a");
    backoff.released(probe);
    assertThat(snapshot().state())
        .as("the next probe is not the first one's")
        .isEqualTo(State.PROBING);
    answered(next);
    assertThat(backoff.idle()).isTrue();
  }

  @Test
  void aRefusedPermitSettlesNothing() {
    failed(granted("a"));
    Permit refused = claim("b");
    assertThat(answered(refused).kind()).isEqualTo(Kind.NONE);
    assertThat(failed(refused).kind()).isEqualTo(Kind.NONE);
    assertThat(snapshot().failures()).isEqualTo(1);
  }

  @Test
  void retryNowEndsTheWindow() {
    failed(granted("a"));
    backoff.retryNow(clock.getAsLong());
    assertThat(snapshot().timeLeft()).isZero();
    assertThat(granted("a").probe()).isTrue();
    backoff.retryNow(clock.getAsLong());
    assertThat(claim("b").granted()).as("still one probe").isFalse();
  }

  @Test
  void retryNowDoesNothingToAClosedOne() {
    backoff.retryNow(clock.getAsLong());
    assertThat(snapshot().state()).isEqualTo(State.CLOSED);
  }

  @Test
  void theTableWhoseProbeFailedLastLetsAnotherWithRowsProbeFirst() {
    failed(granted("slow"));
    hold("quick");
    endWindow();
    failed(granted("slow"));
    hold("quick");
    endWindow();
    assertThat(claim("slow").granted()).isFalse();
    assertThat(hold("slow").orElseThrow())
        .as("its rows are not buffered either")
        .isGreaterThanOrEqualTo(Duration.ofMillis(500));
    assertThat(hold("quick")).isEmpty();
    failed(granted("quick"));
    hold("slow");
    endWindow();
    assertThat(claim("quick").granted()).as("now the other one's turn").isFalse();
    assertThat(claim("slow").granted()).isTrue();
  }

  @Test
  void theTableWhoseProbeFailedLastProbesAgainWhenNoOtherHasRows() {
    failed(granted("a"));
    endWindow();
    failed(granted("a"));
    hold("a");
    endWindow();
    assertThat(claim("a").granted()).isTrue();
  }

  @Test
  void aTableWaitsForAnothersRowsNoLongerThanTheyShouldTake() {
    failed(granted("slow"));
    endWindow();
    failed(granted("slow"));
    jitter = 0.5;
    hold("gone"); // back half a second after the window, with two more for its flush
    endWindow();
    clock.move(2.499);
    assertThat(claim("slow").granted()).isFalse();
    clock.move(0.001);
    assertThat(claim("slow").granted()).isTrue();
  }

  @Test
  void aTableThatReturnsAgainAndAgainWithoutProbingDoesNotPushTheOthersTurnOut() {
    failed(granted("slow"));
    endWindow();
    failed(granted("slow"));
    hold("held elsewhere");
    endWindow();
    for (int i = 0; i < 20; i++) {
      assertThat(claim("slow").granted()).isFalse();
      assertThat(hold("held elsewhere")).isEmpty();
      clock.move(0.1);
    }
    assertThat(claim("slow").granted()).as("after the margin of 2 s").isTrue();
  }

  @Test
  void retryNowLetsAnyTableProbe() {
    failed(granted("slow"));
    endWindow();
    failed(granted("slow"));
    hold("quick");
    backoff.retryNow(clock.getAsLong());
    assertThat(claim("slow").granted()).isTrue();
  }

  @Test
  void theLastErrorIsOneShortPrintableLine() {
    Change change =
        backoff.failed(
            granted("a"),
            "\r\nCode: 202.\u0000\u2028 \u202e\ud800e\n" + "😀".repeat(500_000),
            clock.getAsLong());
    assertThat(change.after().lastError())
        .startsWith("Code: 202. e 😀")
        .hasSizeLessThanOrEqualTo(200)
        .endsWith("😀");
  }

  @Test
  void delaysThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new Delays(Duration.ZERO, Duration.ofSeconds(1), () -> 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Delays(Duration.ofSeconds(2), Duration.ofSeconds(1), () -> 0))
        .hasMessageContaining("initial must be above 0 and at most max");
  }

  @Test
  void aCapThatIsNoPowerOfTwoOfTheInitialDelayIsReachedExactly() {
    Delays delays = new Delays(Duration.ofNanos(3), Duration.ofNanos(Long.MAX_VALUE), () -> 0);
    assertThat(delays.window(Integer.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(delays.window(3)).isEqualTo(12);
  }
}

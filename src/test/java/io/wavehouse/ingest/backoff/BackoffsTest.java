package io.wavehouse.ingest.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wavehouse.ingest.backoff.Snapshot.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackoffsTest {
  private static final Scope POOL = Scope.pool("default@http://db:8123/default");
  private static final Scope OTHER_POOL = Scope.pool("default@http://other:8123/default");
  private static final String REFUSED = "unavailable: connection refused";
  private static final String TOO_MANY_PARTS = "unavailable 252 TOO_MANY_PARTS: merge first";

  private final HandClock clock = new HandClock();
  private final List<String> heard = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(16);
  private final Backoffs backoffs =
      new Backoffs(
          Duration.ofSeconds(1), Duration.ofSeconds(30), clock, () -> 0, new Recording(heard));

  private record Recording(List<String> heard) implements BackoffListener {
    @Override
    public void opened(Snapshot backoff) {
      heard.add("opened " + backoff.scope());
    }

    @Override
    public void stillOpen(Snapshot backoff) {
      heard.add("still open " + backoff.scope());
    }

    @Override
    public void closed(Scope scope, Duration openFor) {
      heard.add("closed " + scope + " after " + openFor.toMillis() + " ms");
    }

    @Override
    public void dropped(Scope scope) {
      heard.add("dropped " + scope);
    }
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  private Ticket granted(Scope pool, String table) {
    Ticket ticket = backoffs.claim(pool, table);
    assertThat(ticket.granted()).as("%s of %s may flush", table, pool).isTrue();
    return ticket;
  }

  @Test
  void tablesOfADownPoolBackOffTogetherAndOneProbeClosesIt() {
    backoffs.failed(granted(POOL, "a"), REFUSED, false);
    assertThat(backoffs.hold(POOL, "a")).isPresent();
    assertThat(backoffs.hold(POOL, "b")).isPresent();
    assertThat(backoffs.claim(POOL, "c").granted()).isFalse();
    clock.move(1);
    Ticket probe = granted(POOL, "b");
    assertThat(probe.probe()).isTrue();
    assertThat(backoffs.claim(POOL, "a").granted()).isFalse();
    backoffs.answered(probe);
    assertThat(backoffs.hold(POOL, "a")).isEmpty();
    assertThat(heard).containsExactly("opened " + POOL, "closed " + POOL + " after 1000 ms");
  }

  @Test
  void anotherPoolIsUnaffected() {
    backoffs.failed(granted(POOL, "a"), REFUSED, false);
    assertThat(backoffs.hold(OTHER_POOL, "a")).isEmpty();
    assertThat(granted(OTHER_POOL, "a").probe()).isFalse();
  }

  @Test
  void aTableScopedFailureBacksOffThatTableAlone() {
    backoffs.failed(granted(POOL, "full"), TOO_MANY_PARTS, true);
    assertThat(backoffs.hold(POOL, "full")).contains(Duration.ofSeconds(1));
    assertThat(backoffs.claim(POOL, "full").delay()).isEqualTo(Duration.ofSeconds(1));
    assertThat(backoffs.hold(POOL, "b")).isEmpty();
    assertThat(granted(POOL, "b").probe()).isFalse();
  }

  @Test
  void neighboursSuccessesDoNotCloseATable() {
    backoffs.failed(granted(POOL, "full"), TOO_MANY_PARTS, true);
    backoffs.answered(granted(POOL, "b"));
    assertThat(backoffs.hold(POOL, "full")).isPresent();
    clock.move(1);
    backoffs.answered(granted(POOL, "full"));
    assertThat(backoffs.hold(POOL, "full")).isEmpty();
  }

  @Test
  void aTableScopedFailureOfThePoolsProbeClosesThePool() {
    backoffs.failed(granted(POOL, "full"), REFUSED, false);
    clock.move(1);
    backoffs.failed(granted(POOL, "full"), TOO_MANY_PARTS, true);
    assertThat(backoffs.hold(POOL, "b")).isEmpty();
    assertThat(backoffs.hold(POOL, "full")).isPresent();
    assertThat(heard)
        .containsExactly(
            "opened " + POOL,
            "closed " + POOL + " after 1000 ms",
            "opened " + POOL.ofTable("full"));
  }

  @Test
  void aFailureOfThePoolReleasesTheTablesProbe() {
    backoffs.failed(granted(POOL, "full"), TOO_MANY_PARTS, true);
    clock.move(1);
    backoffs.failed(granted(POOL, "full"), REFUSED, false);
    Snapshot table = snapshot(POOL.ofTable("full"));
    assertThat(table.state()).as("not proven, not probing").isEqualTo(State.OPEN);
    assertThat(table.failures()).isEqualTo(1);
    clock.move(1);
    assertThat(granted(POOL, "full").probe()).isTrue();
  }

  @Test
  void whenThePoolRefusesTheTablesProbeIsReleased() {
    backoffs.failed(granted(POOL, "full"), TOO_MANY_PARTS, true);
    backoffs.failed(granted(POOL, "b"), REFUSED, false);
    backoffs.retryNow(POOL.ofTable("full"));
    assertThat(backoffs.claim(POOL, "full").granted()).isFalse();
    assertThat(snapshot(POOL.ofTable("full")).state()).isEqualTo(State.OPEN);
  }

  @Test
  void whenTheTableRefusesThePoolsProbeIsNotTaken() {
    backoffs.failed(granted(POOL, "full"), TOO_MANY_PARTS, true);
    backoffs.failed(granted(POOL, "b"), REFUSED, false);
    backoffs.retryNow(POOL);
    assertThat(backoffs.claim(POOL, "full").granted()).isFalse();
    assertThat(granted(POOL, "b").probe()).isTrue();
  }

  @Test
  void aReleasedTicketLeavesEverythingAsItWas() {
    backoffs.failed(granted(POOL, "a"), REFUSED, false);
    clock.move(1);
    Ticket probe = granted(POOL, "a");
    backoffs.released(probe);
    backoffs.answered(probe);
    assertThat(granted(POOL, "a").probe()).as("settled once").isTrue();
  }

  @Test
  void failedRowsStayAwayAsLongAsTheWindowAndLateOnesAsLongAsWhatIsLeft() {
    Ticket first = granted(POOL, "a");
    Ticket late = granted(POOL, "b");
    assertThat(backoffs.failed(first, REFUSED, false)).isEqualTo(Duration.ofSeconds(1));
    clock.move(0.4);
    assertThat(backoffs.failed(late, REFUSED, false)).isEqualTo(Duration.ofMillis(600));
    assertThat(heard).hasSize(1);
  }

  @Test
  void rowsThatFailedLateAfterTheOutageComeBackSoon() {
    Ticket first = granted(POOL, "a");
    Ticket late = granted(POOL, "b");
    backoffs.failed(first, REFUSED, false);
    clock.move(1);
    backoffs.answered(granted(POOL, "a"));
    assertThat(backoffs.failed(late, REFUSED, false)).isEqualTo(Duration.ofMillis(500));
    assertThat(backoffs.hold(POOL, "b")).isEmpty();
  }

  @Test
  void oneSlowTableDoesNotWinEveryProbeAndIsNotStarved() {
    backoffs.failed(granted(POOL, "slow"), REFUSED, false);
    List<String> probes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      backoffs.hold(POOL, "slow");
      backoffs.hold(POOL, "quick");
      clock.move(snapshot(POOL).timeLeft());
      // The slow one always comes first.
      for (String table : List.of("slow", "quick")) {
        Ticket ticket = backoffs.claim(POOL, table);
        if (ticket.granted()) {
          probes.add(table);
          backoffs.failed(ticket, REFUSED, false);
          break;
        }
      }
    }
    assertThat(probes).containsExactly("slow", "quick", "slow", "quick", "slow", "quick");
  }

  @Test
  void theDeadLetterStreamHasABackoffOfItsOwn() {
    Scope stream = Scope.deadLetters("WAVEHOUSE_DLQ");
    backoffs.failed(granted(stream, "a"), "maximum bytes exceeded", false);
    assertThat(backoffs.hold(stream, "b")).isPresent();
    assertThat(backoffs.hold(POOL, "a")).isEmpty();
  }

  @Test
  void memoryIsBoundedByWhatIsInFlightAndWhatIsDown() {
    for (int i = 0; i < 10_000; i++) {
      backoffs.hold(POOL, "table" + i);
      backoffs.answered(granted(POOL, "table" + i));
    }
    assertThat(backoffs.snapshots()).isEmpty();
    Ticket inFlight = granted(POOL, "a");
    backoffs.failed(granted(POOL, "b"), REFUSED, false);
    for (int i = 0; i < 10_000; i++) {
      backoffs.hold(POOL, "table" + i);
      backoffs.claim(POOL, "table" + i);
    }
    assertThat(backoffs.snapshots())
        .extracting(Snapshot::scope)
        .containsExactlyInAnyOrder(POOL, POOL.ofTable("a"));
    backoffs.answered(inFlight);
    assertThat(backoffs.snapshots()).isEmpty();
  }

  @Test
  void retryNowEndsTheWindowOfOneScope() {
    backoffs.failed(granted(POOL, "full"), TOO_MANY_PARTS, true);
    backoffs.failed(granted(OTHER_POOL, "a"), REFUSED, false);
    assertThat(backoffs.retryNow(POOL.ofTable("full"))).isTrue();
    assertThat(granted(POOL, "full").probe()).isTrue();
    assertThat(backoffs.hold(OTHER_POOL, "a")).isPresent();
    assertThat(backoffs.retryNow(Scope.pool("nobody@nowhere"))).isFalse();
  }

  @Test
  void aPoolThatNobodyUsesAnyMoreIsDroppedWithItsTablesAndEveryListenerHears() {
    List<String> second = new ArrayList<>();
    backoffs.addListener(new Recording(second));
    backoffs.failed(granted(POOL, "full"), TOO_MANY_PARTS, true);
    backoffs.failed(granted(OTHER_POOL, "a"), REFUSED, false);
    backoffs.retainPools(Set.of(OTHER_POOL.name()));
    assertThat(backoffs.snapshot(POOL.ofTable("full"))).isEmpty();
    assertThat(backoffs.snapshot(OTHER_POOL)).isPresent();
    assertThat(heard)
        .endsWith("dropped " + POOL.ofTable("full"))
        .doesNotContain("dropped " + OTHER_POOL)
        .isEqualTo(second);
  }

  @Test
  void aSnapshotSaysScopeStateFailuresTimeLeftAgeAndLastError() {
    backoffs.failed(granted(POOL, "a"), REFUSED, false);
    clock.move(0.25);
    assertThat(backoffs.snapshots())
        .containsExactly(
            new Snapshot(
                POOL, State.OPEN, 1, Duration.ofMillis(750), Duration.ofMillis(250), REFUSED));
  }

  @Test
  void ofManyThreadsThatClaimExactlyOneProbes() throws Exception {
    backoffs.failed(granted(POOL, "a"), REFUSED, false);
    for (int round = 0; round < 200; round++) {
      clock.move(30);
      CyclicBarrier start = new CyclicBarrier(16);
      List<Callable<Ticket>> claims = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        String table = "table" + i;
        claims.add(
            () -> {
              start.await();
              return backoffs.claim(POOL, table);
            });
      }
      List<Ticket> won = new ArrayList<>();
      for (Future<Ticket> claim : threads.invokeAll(claims)) {
        if (claim.get().granted()) {
          won.add(claim.get());
        }
      }
      assertThat(won).hasSize(1);
      backoffs.failed(won.get(0), REFUSED, false);
    }
  }

  @Test
  void underManyThreadsNothingIsLeftOverAndEveryOpeningIsFollowedByItsClosing() throws Exception {
    List<Callable<Void>> work = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      int seed = i;
      work.add(
          () -> {
            for (int n = 0; n < 2_000; n++) {
              Ticket ticket = backoffs.claim(POOL, "table" + n % 3);
              if (!ticket.granted()) {
                clock.move(0.1);
              } else if ((n + seed) % 5 == 0) {
                backoffs.failed(ticket, REFUSED, n % 2 == 0);
              } else if ((n + seed) % 5 == 1) {
                backoffs.released(ticket);
              } else {
                backoffs.answered(ticket);
              }
            }
            return null;
          });
    }
    for (Future<Void> done : threads.invokeAll(work)) {
      done.get();
    }
    for (int i = 0; i < 3; i++) {
      clock.move(60);
      backoffs.answered(granted(POOL, "table" + i));
    }
    assertThat(backoffs.snapshots()).isEmpty();
    List<String> pool = heard.stream().filter(line -> line.contains("d " + POOL)).toList();
    assertThat(pool).isNotEmpty();
    for (int i = 0; i < pool.size(); i++) {
      assertThat(pool.get(i)).startsWith(i % 2 == 0 ? "opened" : "closed");
    }
  }

  @Test
  void theListenerIsCalledOutsideOfEveryLock() {
    List<Boolean> free = new ArrayList<>();
    Backoffs[] asked = new Backoffs[1];
    BackoffListener asking =
        new BackoffListener() {
          @Override
          public void opened(Snapshot backoff) {
            // Another thread gets through, so the caller holds nothing.
            Callable<Boolean> claim = () -> asked[0].claim(POOL, "b").granted();
            try {
              free.add(threads.submit(claim).get());
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          }

          @Override
          public void stillOpen(Snapshot backoff) {}

          @Override
          public void closed(Scope scope, Duration openFor) {}
        };
    asked[0] = new Backoffs(Duration.ofSeconds(1), Duration.ofSeconds(1), clock, () -> 0, asking);
    asked[0].failed(asked[0].claim(POOL, "a"), REFUSED, false);
    assertThat(free).containsExactly(false);
  }

  @Test
  void aListenerThatThrowsCostsNoOutcome() {
    BackoffListener throwing =
        new BackoffListener() {
          @Override
          public void opened(Snapshot backoff) {
            throw new IllegalStateException("listener");
          }

          @Override
          public void stillOpen(Snapshot backoff) {}

          @Override
          public void closed(Scope scope, Duration openFor) {
            heard.add("closed");
          }
        };
    Backoffs told =
        new Backoffs(Duration.ofSeconds(1), Duration.ofSeconds(1), clock, () -> 0, throwing);
    assertThat(told.failed(told.claim(POOL, "a"), REFUSED, false)).isEqualTo(Duration.ofSeconds(1));
    clock.move(1);
    told.answered(told.claim(POOL, "a"));
    assertThat(heard).containsExactly("closed");
  }

  @Test
  void delaysThatMakeNoSenseAreRefusedAtOnce() {
    assertThatThrownBy(
            () ->
                new Backoffs(
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(1),
                    clock,
                    () -> 0,
                    new Recording(heard)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Snapshot snapshot(Scope scope) {
    return backoffs.snapshots().stream()
        .filter(each -> each.scope().equals(scope))
        .findFirst()
        .orElseThrow();
  }
}

package io.wavehouse.ingest.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Rows go at an even distance, by a clock moved by hand. */
class PaceTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private long now = 7;
  private final List<Long> slept = new ArrayList<>();

  private Pace pace(int perSecond) {
    return new Pace(
        perSecond,
        () -> now,
        nanos -> {
          slept.add(nanos / MILLI);
          now += nanos;
        });
  }

  @Test
  void theFirstRowGoesAtOnceAndTheOthersAnIntervalApart() throws Exception {
    Pace pace = pace(10);
    for (int i = 0; i < 4; i++) {
      pace.await();
    }
    assertThat(slept).containsExactly(100L, 100L, 100L);
  }

  @Test
  void workCountsTowardsTheInterval() throws Exception {
    Pace pace = pace(10);
    pace.await();
    now += 30 * MILLI;
    pace.await();
    assertThat(slept).containsExactly(70L);
  }

  @Test
  void whatTookTooLongIsNotMadeUpForInABurst() throws Exception {
    Pace pace = pace(10);
    pace.await();
    now += 5_000 * MILLI;
    pace.await();
    pace.await();
    assertThat(slept).containsExactly(100L);
  }

  @Test
  void withoutALimitNothingWaits() throws Exception {
    Pace pace = pace(0);
    for (int i = 0; i < 1_000; i++) {
      pace.await();
    }
    assertThat(slept).isEmpty();
  }
}

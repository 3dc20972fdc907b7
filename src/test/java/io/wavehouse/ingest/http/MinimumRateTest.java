package io.wavehouse.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MinimumRateTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private final MinimumRate rate = new MinimumRate(Duration.ofSeconds(10));

  @Test
  void silenceIsAllowedForAWindow() {
    assertThat(rate.isKept(10 * SECOND - 1, 0)).isTrue();
    assertThat(rate.isKept(1, 0)).isFalse();
  }

  @Test
  void aTrickleIsRefusedAfterAWindow() {
    for (int second = 1; second < 10; second++) {
      assertThat(rate.isKept(SECOND, 1)).isTrue();
    }
    assertThat(rate.isKept(SECOND, 1)).isFalse();
  }

  @Test
  void exactlyTheRateIsEnough() {
    assertThat(rate.isKept(10 * SECOND, 2400)).isTrue();
    assertThat(rate.isKept(10 * SECOND, 2399)).isFalse();
  }

  @Test
  void whatCameInOneWindowDoesNotCountInTheNext() {
    assertThat(rate.isKept(10 * SECOND, 1_000_000)).isTrue();
    assertThat(rate.isKept(10 * SECOND, 0)).isFalse();
  }

  @Test
  void whoeverIsNotWaitedForMayTakeAnyTime() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(rate.isKept(0, 1)).isTrue();
    }
  }

  @Test
  void silenceIsRefusedHoweverShortTheWindow() {
    assertThat(new MinimumRate(Duration.ofMillis(1)).isKept(SECOND, 0)).isFalse();
  }
}

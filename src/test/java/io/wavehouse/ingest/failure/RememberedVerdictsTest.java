package io.wavehouse.ingest.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.jetstream.MessageId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RememberedVerdictsTest {
  private static final Verdict VERDICT = new Verdict("rejected", 27, "CANNOT_PARSE", 400, "no");
  private final RememberedVerdicts remembered = new RememberedVerdicts(() -> 2);

  private static MessageId id(long sequence) {
    return new MessageId("S", sequence, Instant.EPOCH);
  }

  @Test
  void aVerdictIsTakenOnce() {
    remembered.remember(id(1), VERDICT);
    assertThat(remembered.take(id(1))).contains(VERDICT);
    assertThat(remembered.take(id(1))).isEmpty();
  }

  @Test
  void aRowOfARecreatedStreamIsAnother() {
    remembered.remember(id(1), VERDICT);
    assertThat(remembered.take(new MessageId("S", 1, Instant.EPOCH.plusNanos(1)))).isEmpty();
  }

  @Test
  void aLongMessageIsRememberedShort() {
    remembered.remember(id(1), new Verdict("rejected", 27, "X", 400, "x".repeat(4_096)));
    assertThat(remembered.take(id(1)).orElseThrow().message()).hasSize(500);
  }

  @Test
  void theOldestGoFirst() {
    remembered.remember(id(1), VERDICT);
    remembered.remember(id(2), VERDICT);
    remembered.remember(id(3), VERDICT);
    assertThat(remembered.take(id(1))).isEmpty();
    assertThat(remembered.take(id(2))).isPresent();
    assertThat(remembered.take(id(3))).isPresent();
  }
}

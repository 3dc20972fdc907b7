package io.wavehouse.ingest.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.settings.BatchSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {
  private static Batch batch(int maxRows, long maxBytes, int... sizes) {
    Batch batch =
        new Batch(
            new Target("0", "t"), new BatchSettings(maxRows, maxBytes, Duration.ofSeconds(1)));
    for (int size : sizes) {
      batch.add(new Row(null, new byte[size]));
    }
    return batch;
  }

  private static List<Integer> rowsOfInserts(Batch batch) {
    return batch.inserts().stream().map(part -> part.getRows().size()).toList();
  }

  @Test
  void aBatchWithinItsLimitsIsOneInsert() {
    Batch batch = batch(3, 30, 10, 10, 10);
    assertThat(batch.inserts()).containsExactly(batch);
  }

  @Test
  void aBatchBeyondItsRowsGoesInEqualParts() {
    assertThat(rowsOfInserts(batch(3, 1_000, 1, 1, 1, 1))).containsExactly(2, 2);
    assertThat(rowsOfInserts(batch(1, 1_000, 1, 1, 1))).containsExactly(1, 1, 1);
    assertThat(rowsOfInserts(batch(3, 1_000, 1, 1, 1, 1, 1, 1, 1))).containsExactly(3, 3, 1);
  }

  @Test
  void aBatchBeyondItsBytesGoesInPartsAndALargeRowAlone() {
    assertThat(rowsOfInserts(batch(100, 10, 6, 6, 6))).containsExactly(1, 1, 1);
    assertThat(rowsOfInserts(batch(100, 10, 50, 1, 1))).containsExactly(1, 2);
    assertThat(batch(100, 10, 50, 1, 1).inserts().get(1).getBytes()).isEqualTo(2);
  }

  @Test
  void noRowIsLostAndTheirOrderStays() {
    Batch batch = batch(7, 100, 30, 1, 99, 2, 50, 50, 1, 1, 1, 1, 1, 1, 1, 1, 100, 101, 3);
    assertThat(batch.inserts().stream().flatMap(part -> part.getRows().stream()))
        .containsExactlyElementsOf(batch.getRows());
    assertThat(batch.inserts())
        .allSatisfy(
            part -> {
              assertThat(part.getRows()).hasSizeLessThanOrEqualTo(7);
              assertThat(part.getBytes() <= 100 || part.getRows().size() == 1).isTrue();
            });
  }
}

package io.wavehouse.ingest.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose insert runs next; a started insert ends when the test says so. */
class LaneTest {
  private final Deque<Runnable> started = new ArrayDeque<>();
  private final List<String> ran = new ArrayList<>();

  private void submit(Lane lane, String table, int count) {
    for (int i = 0; i < count; i++) {
      lane.submit(table, () -> ran.add(table));
    }
  }

  /** The insert started first ends; what may start then does. */
  private void endOne() {
    started.remove().run();
  }

  @Test
  void notMoreInsertsRunThanThereAreThreads() {
    Lane lane = new Lane(4, started::add);
    for (int table = 0; table < 10; table++) {
      submit(lane, "t" + table, 1);
    }
    assertThat(started).hasSize(4);
    endOne();
    assertThat(started).hasSize(4);
  }

  @Test
  void aTableAloneLeavesAThreadForWhoeverComes() {
    Lane lane = new Lane(4, started::add);
    submit(lane, "slow", 10);
    assertThat(started).hasSize(3);

    submit(lane, "other", 1);
    assertThat(started).hasSize(4);
  }

  @Test
  void ofTwoTablesThatWaitNoneGetsMoreThanHalf() {
    Lane lane = new Lane(4, started::add);
    submit(lane, "a", 10);
    submit(lane, "b", 10);
    for (int i = 0; i < 8; i++) {
      endOne();
    }
    assertThat(ran.subList(3, 8).stream().filter("b"::equals)).hasSizeBetween(2, 3);
  }

  @Test
  void everyInsertRunsAndThoseOfATableInTheirOrder() {
    Lane lane = new Lane(2, started::add);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int number = i;
      lane.submit("t", () -> order.add(number));
    }
    while (!started.isEmpty()) {
      endOne();
    }
    assertThat(order).hasSize(50).isSorted();
  }

  @Test
  void oneThreadIsEnoughForOneTable() {
    Lane lane = new Lane(1, started::add);
    submit(lane, "t", 3);
    while (!started.isEmpty()) {
      endOne();
    }
    assertThat(ran).hasSize(3);
  }

  @Test
  void anInsertThatThrowsGivesItsThreadBack() {
    Lane lane = new Lane(1, started::add);
    lane.submit(
        "t",
        () -> {
          throw new IllegalStateException("a fault of the route");
        });
    submit(lane, "t", 1);
    assertThat(catchThrowable(this::endOne)).isNotNull();
    endOne();
    assertThat(ran).hasSize(1);
  }
}

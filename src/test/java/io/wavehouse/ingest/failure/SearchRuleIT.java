package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.after;
import static io.wavehouse.ingest.support.ScriptedAnswer.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import io.wavehouse.ingest.support.ScriptedInsert;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The search for bad rows has its place: one a table, and never all threads of a pool. */
class SearchRuleIT {
  private static final String SEARCHED = "wavehouse_ingest_isolation_requests_total";
  private static final String BAD = "{\"id\":\"bad\"}";

  @Test
  void whileATableIsSearchedItsOtherRefusedBatchesWaitInTheQueue() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      clickHouse.script(insert -> hangingInSearch(clickHouse, insert, end, "first"));
      bundle.publish("ingest.t", "{\"id\":\"first\"}");
      bundle.publish("ingest.t", BAD);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.metric(SEARCHED) == 1);

      bundle.publish("ingest.t", "{\"id\":\"second\"}");
      bundle.publish("ingest.t", BAD);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> bundle.metric("wavehouse_ingest_retries_total", "reason=\"backoff\"") >= 4);
      assertThat(bundle.metric(SEARCHED)).isEqualTo(1);
      assertThat(bundle.parkedCount()).isZero();

      end.countDown();
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed())
          .containsExactlyInAnyOrder("{\"id\":\"first\"}", "{\"id\":\"second\"}");
      assertThat(bundle.parkedCount()).isEqualTo(2);
    }
  }

  @Test
  void searchesThatHangLeaveHalfOfThePoolsThreadsToTheOtherTables() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      clickHouse.script(insert -> hangingInSearch(clickHouse, insert, end, "first"));
      for (int table = 0; table < 6; table++) {
        bundle.publish("ingest.t" + table, "{\"id\":\"first\"}");
        bundle.publish("ingest.t" + table, BAD);
      }
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.metric(SEARCHED) == 2);

      bundle.publish("ingest.healthy", 0, 10);
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.landed().size() == 10);
      assertThat(bundle.metric(SEARCHED)).isEqualTo(2);

      end.countDown();
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(16);
      assertThat(bundle.parkedCount()).isEqualTo(6);
    }
  }

  @Test
  void aBatchThatFailedThroughAViewIsSearchedRowByRow() throws Exception {
    Set<Integer> sizes = ConcurrentHashMap.newKeySet();
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.batch.max-wait", "1s")) {
      clickHouse.script(
          insert -> {
            if (!insert.has("bad")) {
              sizes.add(insert.rows().size());
              return clickHouse.landing(insert);
            }
            return code(400, 27, "Cannot parse: while pushing to view default.v (at row 2)");
          });
      bundle.publish("ingest.t", 0, 10);
      bundle.publish("ingest.t", BAD);
      bundle.publish("ingest.t", 10, 20);
      bundle.awaitNothingWaiting();

      assertThat(sizes).containsExactly(1);
      assertThat(clickHouse.landed()).hasSize(20);
      assertThat(clickHouse.inserts()).hasSize(22);
      assertThat(bundle.parkedCount()).isEqualTo(1);
    }
  }

  /** Refuses what has a bad row; a part that has only the named one waits for the latch. */
  private static ScriptedAnswer hangingInSearch(
      ScriptedClickHouse clickHouse, ScriptedInsert insert, CountDownLatch end, String name) {
    if (insert.has("bad")) {
      return code(400, 27, "Cannot parse");
    }
    return insert.has(name) ? after(end, clickHouse.landing(insert)) : clickHouse.landing(insert);
  }
}

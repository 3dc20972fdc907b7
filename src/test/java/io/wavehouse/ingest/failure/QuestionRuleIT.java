package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.code;
import static io.wavehouse.ingest.support.ScriptedAnswer.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The question which settings a server knows, before the first insert, says nothing of any row. */
class QuestionRuleIT {
  private static final String REQUESTS = "wavehouse_ingest_insert_requests_total";

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of("503 without a code", http(503, "", "")),
        Arguments.of("429 without a code", http(429, "", "")),
        Arguments.of("a redirect", http(302, "Location: /?query=SELECT%201\r\n", "")),
        Arguments.of("a reset", ScriptedAnswer.reset()),
        Arguments.of("no privileges", code(403, 497, "Not enough privileges")),
        Arguments.of("something that is no list of settings", http(200, "", "<html>")),
        Arguments.of(
            "a code in the headers of an empty 200",
            http(200, "X-ClickHouse-Exception-Code: 209\r\n", "")),
        Arguments.of("a limit on reading", code(500, 158, "Limit for rows to read exceeded")),
        Arguments.of("no such table", code(404, 60, "Table system.settings does not exist")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failures")
  void thatFailsParksNothingAndIsAskedOnceAWindow(String failure, ScriptedAnswer answer)
      throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      clickHouse.script(clickHouse::landing);
      clickHouse.answerQuestions(Optional.of(answer));
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await().atMost(PATIENCE).until(() -> clickHouse.questions() >= 3);
      assertThat(bundle.parkedCount()).isZero();
      assertThat(bundle.waiting()).isEqualTo(3);
      assertThat(clickHouse.inserts()).isEmpty();

      clickHouse.answerQuestions(Optional.empty());
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(3);
      assertThat(bundle.parkedCount()).isZero();
      assertThat(bundle.metric(REQUESTS))
          .as("requests that the route made; more on the wire are a client's hidden retries")
          .isEqualTo(clickHouse.questions() - 1 + clickHouse.inserts().size());
    }
  }

  @Test
  void isAskedOnceForAllTablesOfAPool() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle = RunningBundle.inFrontOf(clickHouse.url())) {
      clickHouse.script(clickHouse::landing);
      bundle.publish("ingest.t", 0, 3);
      bundle.awaitNothingWaiting();
      for (int table = 0; table < 5; table++) {
        bundle.publish("ingest.t" + table, 0, 3);
      }
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.questions()).isEqualTo(1);
    }
  }
}

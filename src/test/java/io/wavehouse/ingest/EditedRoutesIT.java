package io.wavehouse.ingest;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a YAML edit does, no row is acked that is not safe. */
class EditedRoutesIT {
  private static final String INGEST = "ingest.camel.yaml";
  private static final String INSERT = "insert.camel.yaml";
  private static final String ONE_BY_ONE =
      """
              chunk: "1"
      """;
  private static final String FORGET_TESTS =
      """
              - filter:
                  id: tests
                  expression:
                    simple:
                      expression: "${body} contains 'test'"
                  steps:
                    - stop:
                        id: enough
      """;
  private static final String DROP_TESTS =
      """
              - filter:
                  id: tests
                  expression:
                    simple:
                      expression: "${body} contains 'test'"
                  steps:
                    - process:
                        id: drop-tests
                        ref: drop
                    - stop:
                        id: enough
      """;

  @TempDir private Path routes;
  private ScriptedClickHouse clickHouse;

  @BeforeEach
  void copyRoutes() throws IOException {
    clickHouse = new ScriptedClickHouse(insert -> ScriptedAnswer.ok());
    clickHouse.script(clickHouse::landing);
    try (Stream<Path> shipped = Files.list(Path.of("src/main/resources/routes"))) {
      for (Path file : shipped.toList()) {
        Files.copy(file, routes.resolve(file.getFileName()));
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    clickHouse.close();
  }

  /** Inserts lines before the step with this id, or before this parameter. */
  private void insertBefore(String file, String what, String yaml) throws IOException {
    Path path = routes.resolve(file);
    List<String> lines = new ArrayList<>(Files.readAllLines(path));
    int at = lines.indexOf("            id: " + what) - 1;
    if (at < 0) {
      at = lines.stream().map(String::strip).toList().indexOf(what);
    }
    assertThat(at).as(what + " in " + file).isPositive();
    lines.add(at, yaml.indent(0).stripTrailing());
    Files.write(path, lines);
  }

  private RunningBundle bundle() throws Exception {
    return RunningBundle.inFrontOf(
        clickHouse.url(), "camel.main.routes-include-pattern", "file:" + routes + "/*.camel.yaml");
  }

  private void oneByOne(String step) throws IOException {
    insertBefore(INGEST, "address", step);
    insertBefore(INGEST, "topology: \"{{wavehouse.topology}}\"", ONE_BY_ONE);
  }

  @Test
  void withChunkOneAFilterCanDropRowsAndTheOthersLand() throws Exception {
    oneByOne(DROP_TESTS);
    try (RunningBundle bundle = bundle()) {
      bundle.publish("ingest.t", 0, 3);
      bundle.publish("ingest.t", "{\"test\":1}");
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).hasSize(3);
      assertThat(bundle.observe("/metrics").body())
          .contains("wavehouse_ingest_rows_dropped_total{reason=\"route\",table=\"t\"} 1.0");
    }
  }

  @Test
  void withChunkOneARouteCanChangeARow() throws Exception {
    oneByOne(
        """
                - setBody:
                    id: change
                    expression:
                      constant:
                        expression: '{"id":7}'
        """);
    try (RunningBundle bundle = bundle()) {
      bundle.publish("ingest.t", 0, 1);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.landed()).isEqualTo(List.of("{\"id\":7}"));
    }
  }

  @Test
  void aFilterThatForgetsItsRowsHandsThemBack() throws Exception {
    oneByOne(FORGET_TESTS);
    try (RunningBundle bundle = bundle()) {
      bundle.publish("ingest.t", "{\"test\":1}");
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.deliveries() >= 2);
      assertThat(bundle.waiting()).isEqualTo(1);
    }
  }

  @Test
  void aBatchWhoseRouteStopsGoesBack() throws Exception {
    insertBefore(
        INSERT,
        "claim",
        """
                - stop:
                    id: enough
        """);
    try (RunningBundle bundle = bundle()) {
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.deliveries() >= 6);
      assertThat(bundle.waiting()).isEqualTo(3);
      assertThat(clickHouse.inserts()).isEmpty();
    }
  }

  @Test
  void anAckBeforeTheInsertIsRefused() throws Exception {
    insertBefore(
        INSERT,
        "insert-rows",
        """
                - process:
                    id: too-early
                    ref: ack
        """);
    try (RunningBundle bundle = bundle()) {
      bundle.publish("ingest.t", 0, 3);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.deliveries() >= 6);
      assertThat(bundle.waiting()).isEqualTo(3);
      assertThat(bundle.observe("/health/ready").body()).contains("ack refused");
    }
  }

  @Test
  void aStepThatFailsAfterTheConfirmationRepeatsNoInsert() throws Exception {
    insertBefore(
        INSERT,
        "ack",
        """
                - throwException:
                    id: oops
                    exceptionType: java.io.IOException
                    message: oops
        """);
    try (RunningBundle bundle = bundle()) {
      bundle.publish("ingest.t", 0, 3);
      bundle.awaitNothingWaiting();
      assertThat(clickHouse.inserts()).hasSize(1);
      assertThat(bundle.parkedCount()).isZero();
    }
  }
}

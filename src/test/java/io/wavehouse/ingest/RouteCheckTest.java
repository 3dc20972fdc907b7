package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.wavehouse.ingest.routes.BadRoutesException;
import io.wavehouse.ingest.routes.RouteCheck;
import io.wavehouse.ingest.routes.RouteFolder;
import io.wavehouse.ingest.routes.RouteProblem;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.SettingsSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with routes is found without a server, and told by file and line. */
class RouteCheckTest {
  private static final Path SHIPPED = Path.of("src/main/resources/routes");

  @TempDir private Path folder;

  static Stream<BrokenEdit> brokenEdits() throws IOException {
    return BrokenEdit.all();
  }

  @BeforeEach
  void copyRoutes() throws IOException {
    try (Stream<Path> shipped = Files.list(SHIPPED)) {
      for (Path file : shipped.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void theBundlesOwnRoutesMayRun() {
    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("brokenEdits")
  void aBrokenEditIsToldByFileLineAndReason(BrokenEdit edit) throws Exception {
    String place = edit.apply(folder);
    assertThat(problems())
        .anySatisfy(line -> assertThat(line).contains(place).contains(edit.reason()).contains("; "))
        .allSatisfy(line -> assertThat(line).doesNotContain("\n"));
  }

  @Test
  void eachMistakeIsALine() throws Exception {
    for (BrokenEdit edit : brokenEdits().toList()) {
      if (List.of("a bean that is none", "an answer of another call").contains(edit.name())) {
        edit.apply(folder);
      }
    }
    assertThat(problems()).hasSize(2);
  }

  @Test
  void anEmptiedFolderIsToldAndSoIsOneWithTheEdgeAlone() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (!file.endsWith("http-ingest.camel.yaml")) {
          Files.delete(file);
        }
      }
    }
    assertThat(problems())
        .singleElement()
        .asString()
        .contains("no route takes from nats-jetstream");
    Files.delete(folder.resolve("http-ingest.camel.yaml"));
    assertThat(problems())
        .singleElement()
        .asString()
        .contains("no route takes from nats-jetstream");
  }

  @Test
  void whatEditorsLeaveBesideTheFilesDoesNotCount() throws Exception {
    for (String name :
        List.of(".insert.camel.yaml.swp", "insert.camel.yaml~", ".#insert.camel.yaml", "4913")) {
      Files.writeString(folder.resolve(name), "\tno YAML");
    }
    assertThatCode(this::check).doesNotThrowAnyException();
  }

  /** Camel starts with none of them. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# later\n"})
  void aFileWithoutARouteIsTold(String content) throws Exception {
    Files.writeString(folder.resolve("later.camel.yaml"), content);
    assertThat(problems())
        .containsExactly(
            "later.camel.yaml:1: holds no route; begin it with - route:, or take the file away");
  }

  @Test
  void anAckInARouteThatIsCalledAfterTheInsertMayRun() throws Exception {
    Path insert = folder.resolve("insert.camel.yaml");
    Files.writeString(
        insert,
        Files.readString(insert)
            .replace(
                """
                        - process:
                            id: ack
                            description: Refuses rows that nothing confirmed
                            ref: ack
                """,
                """
                        - to:
                            id: then-ack
                            uri: direct:ack
                - route:
                    id: acks
                    from:
                      uri: direct:ack
                      steps:
                        - process:
                            id: ack
                            ref: ack
                """));
    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @Test
  void aTenantsRouteIsCheckedAsSettingsAskForIt() throws Exception {
    Path ingest = folder.resolve("ingest.camel.yaml");
    Files.writeString(ingest, Files.readString(ingest).replace("ingest-stream", "ingest-streams"));
    assertThatCode(this::check).doesNotThrowAnyException();
    assertThat(problems(Map.of("WAVEHOUSE_TENANTS_ACME_CLICKHOUSE_URL", "http://127.0.0.1:8123")))
        .singleElement()
        .asString()
        .contains("ingest-stream");
  }

  private List<String> problems() throws Exception {
    return problems(Map.of());
  }

  private List<String> problems(Map<String, String> environment) throws Exception {
    try {
      check(environment);
      return List.of();
    } catch (BadRoutesException e) {
      return e.problems().stream().map(RouteProblem::toString).toList();
    }
  }

  private void check() throws Exception {
    check(Map.of());
  }

  private void check(Map<String, String> environment) throws Exception {
    LiveSettings live = new LiveSettings(new SettingsSource(Optional.empty(), environment));
    new RouteCheck(new BundleParts(live)).check(new RouteFolder(folder));
  }
}

package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.clickhouse.CodeTable;
import io.wavehouse.ingest.clickhouse.FailureClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documents name is there. */
class DocsTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(#[^)]*)?\\)");
  private static final Pattern KEY = Pattern.compile("`(wavehouse\\.[a-z.-]+[a-z])`");
  private static final Pattern METRIC = Pattern.compile("`wavehouse_(ingest_[a-z_]+?)(_total)?`");
  private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]+[A-Za-z]*)`");
  private static final Pattern LOG_LINE = Pattern.compile("(?m)^\\| `([^`]+)` \\|");

  /** What the code fills in: names, figures, the class of a failure, what is not taken. */
  private static final Pattern VARIABLE = Pattern.compile("…|\\(| (?=inserts|dead letters)");

  static Stream<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.list(Path.of("docs"))) {
      return Stream.concat(
          Stream.of(Path.of("README.md")),
          docs.filter(file -> file.toString().endsWith(".md")).sorted().toList().stream());
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aLinkLeadsToAFile(Path document) throws IOException {
    for (String target : all(LINK, Files.readString(document))) {
      if (!target.startsWith("http")) {
        assertThat(document.resolveSibling(target)).exists();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aSettingThatIsNamedExists(Path document) throws IOException {
    String settings = Files.readString(Path.of("src/main/resources/application.properties"));
    assertThat(all(KEY, Files.readString(document)))
        .allSatisfy(key -> assertThat(settings).contains("\n" + key + "="));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aMetricThatIsNamedIsCounted(Path document) throws IOException {
    String sources =
        sources(file -> file.endsWith("IngestMetrics.java") || file.endsWith("Gauges.java"));
    assertThat(all(METRIC, Files.readString(document)))
        .allSatisfy(
            name ->
                assertThat(sources)
                    .contains("\"" + name.substring("ingest_".length()).replace('_', '.') + "\""));
  }

  @Test
  void aClassThatTheDesignNamesExists() throws IOException {
    String names = sources(file -> true);
    assertThat(all(CLASS, Files.readString(Path.of("docs/design.md"))))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(names).containsPattern("(class|record) " + name + "\\b"));
  }

  @Test
  void everyRouteIsInTheDesign() throws IOException {
    String design = Files.readString(Path.of("docs/design.md"));
    String routes = files(Path.of("src/main/resources/routes"), file -> true);
    List<String> ids = all(Pattern.compile("(?:- route:\\s+id|routeId): (\\S+)"), routes);
    assertThat(ids).isNotEmpty().allSatisfy(id -> assertThat(design).contains("| `" + id + "` |"));
  }

  @Test
  void everyBeanThatARouteNamesIsInTheGuide() throws IOException {
    String guide = Files.readString(Path.of("docs/editing-routes.md"));
    String routes = files(Path.of("src/main/resources/routes"), file -> true);
    List<String> beans = all(Pattern.compile("(?:ref|aggregationStrategy): (\\w+)"), routes);
    assertThat(beans)
        .isNotEmpty()
        .allSatisfy(bean -> assertThat(guide).contains("| `" + bean + "` |"));
  }

  @Test
  void aLogLineOfTheRunbookIsSaidByTheCode() throws IOException {
    String sources = sources(file -> true).replaceAll("\"\\s*\\+\\s*\"", "");
    List<String> lines = all(LOG_LINE, Files.readString(Path.of("docs/runbook-outage.md")));
    assertThat(lines)
        .hasSizeGreaterThan(8)
        .allSatisfy(
            line -> {
              for (String part : VARIABLE.split(line, -1)) {
                assertThat(sources).contains(part.strip());
              }
            });
  }

  @Test
  void theCodesOfTheFailuresPageAreThoseOfTheTable() throws IOException {
    String page = Files.readString(Path.of("docs/failures.md")).replaceAll("\\s+", " ");
    assertThat(page)
        .contains(
            "**Unavailable:** " + codes(e -> e.failureClass() == FailureClass.UNAVAILABLE) + " **")
        .contains("**Denied:** " + codes(e -> e.failureClass() == FailureClass.DENIED) + " **")
        .contains("**Of one table:** " + codes(CodeTable.Entry::tableScoped) + " **")
        .contains("**Splittable:** " + codes(CodeTable.Entry::splittable) + " <");
  }

  private static String codes(Predicate<CodeTable.Entry> which) {
    return CodeTable.builtIn().entries().stream()
        .filter(which)
        .map(CodeTable.Entry::code)
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
  }

  private static String sources(Predicate<String> which) throws IOException {
    return files(Path.of("src/main/java"), which);
  }

  private static String files(Path folder, Predicate<String> which) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> which.test(file.toString()))
          .map(DocsTest::read)
          .collect(Collectors.joining("\n"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

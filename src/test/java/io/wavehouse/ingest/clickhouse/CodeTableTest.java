package io.wavehouse.ingest.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists stand here once more, so that a slip in the data file shows. */
class CodeTableTest {
  private static final Set<Integer> UNAVAILABLE =
      Set.of(
          95, 96, 159, 160, 164, 173, 201, 202, 203, 209, 210, 225, 236, 241, 242, 243, 244, 252,
          254, 265, 279, 285, 286, 289, 297, 319, 364, 369, 394, 415, 425, 439, 499, 574, 692, 700,
          735, 745, 749, 762, 774, 776, 777, 778, 904, 999, 1000);
  private static final Set<Integer> DENIED = Set.of(192, 193, 194, 195, 291, 497, 516, 720);
  private static final Set<Integer> DENIED_BY_OUR_STATEMENT = Set.of(73, 115, 452);
  private static final Set<Integer> TABLE_SCOPED = Set.of(242, 252, 497, 692, 774, 73, 115, 452);
  private static final Set<Integer> SPLITTABLE = Set.of(241, 252);

  private final CodeTable table = CodeTable.builtIn();

  static Stream<Integer> unavailable() {
    return UNAVAILABLE.stream().sorted();
  }

  static Stream<Integer> denied() {
    return Stream.concat(DENIED.stream(), DENIED_BY_OUR_STATEMENT.stream()).sorted();
  }

  static Stream<Integer> reviewed() {
    return CodeTable.builtIn().entries().stream()
        .map(CodeTable.Entry::code)
        .filter(code -> !isFixed(code));
  }

  @ParameterizedTest
  @MethodSource("unavailable")
  void aCodeAboutTheServerIsUnavailable(int code) {
    assertThat(table.entry(code).failureClass()).isEqualTo(FailureClass.UNAVAILABLE);
  }

  @ParameterizedTest
  @MethodSource("denied")
  void aCodeAboutTheIdentityOrOurStatementIsDenied(int code) {
    assertThat(table.entry(code).failureClass()).isEqualTo(FailureClass.DENIED);
  }

  @ParameterizedTest
  @MethodSource("reviewed")
  void aReviewedCodeIsUnavailableWithItsReasonAndNeverSplittable(int code) {
    CodeTable.Entry entry = table.entry(code);
    assertThat(entry.failureClass()).isEqualTo(FailureClass.UNAVAILABLE);
    assertThat(entry.reason()).isNotBlank();
    assertThat(entry.splittable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {76, 198, 204, 294, 500, 529, 667, 696, 734})
  void theCodesTheDesignNamesAreReviewed(int code) {
    assertThat(reviewed()).contains(code);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        1, 6, 16, 26, 27, 32, 33, 38, 41, 43, 47, 49, 53, 60, 62, 69, 70, 72, 81, 107, 117, 130,
        131, 158, 191, 246, 307, 321, 349, 395, 396, 407, 467, 469, 565, 632, 675, 676, 691, 718,
        723, 1001, 1002, 5, 4711, 65_535
      })
  void aCodeOnNoListIsRejected(int code) {
    CodeTable.Entry entry = table.entry(code);
    assertThat(entry.failureClass()).isEqualTo(FailureClass.REJECTED);
    assertThat(entry.tableScoped()).isFalse();
    assertThat(entry.splittable()).isFalse();
  }

  @Test
  void theListsShareNoCode() throws Exception {
    Set<Integer> fixed = new TreeSet<>(UNAVAILABLE);
    fixed.addAll(DENIED);
    fixed.addAll(DENIED_BY_OUR_STATEMENT);
    assertThat(fixed).hasSize(UNAVAILABLE.size() + DENIED.size() + DENIED_BY_OUR_STATEMENT.size());
    List<String> codes =
        lines("clickhouse-failures.tsv").map(line -> line.split("\t", -1)[0]).toList();
    assertThat(codes).doesNotHaveDuplicates().hasSameSizeAs(table.entries());
  }

  @Test
  void eachSplittableOrTableScopedCodeIsARetriedOne() {
    assertThat(table.entries())
        .filteredOn(entry -> entry.splittable() || entry.tableScoped())
        .isNotEmpty()
        .allMatch(entry -> entry.failureClass().isRetried());
  }

  @Test
  void onlyMemoryAndPartsAreSplittable() {
    assertThat(codes(CodeTable.Entry::splittable)).isEqualTo(SPLITTABLE);
  }

  @Test
  void theTableScopedCodesOfTheFixedListsAreThese() {
    assertThat(codes(entry -> entry.tableScoped() && isFixed(entry.code())))
        .isEqualTo(TABLE_SCOPED);
  }

  @Test
  void aListedCodeIsNeverUnknownOrRejected() {
    assertThat(table.entries())
        .extracting(CodeTable.Entry::failureClass)
        .containsOnly(FailureClass.UNAVAILABLE, FailureClass.DENIED);
  }

  @Test
  void everyNameIsTheServersOwn() throws Exception {
    Map<Integer, String> names =
        lines("clickhouse-error-codes.tsv")
            .map(line -> line.split("\t", -1))
            .collect(Collectors.toMap(cells -> Integer.valueOf(cells[0]), cells -> cells[1]));
    assertThat(names).hasSize(662);
    assertThat(table.entries())
        .allSatisfy(entry -> assertThat(entry.name()).isEqualTo(names.get(entry.code())));
    IntStream.range(0, 1100)
        .forEach(
            code -> assertThat(table.entry(code).name()).isEqualTo(names.getOrDefault(code, "")));
  }

  @Test
  void theBuiltInTableHasNoOverrides() {
    assertThat(table.overrides()).isEmpty();
  }

  private Set<Integer> codes(Predicate<CodeTable.Entry> which) {
    return table.entries().stream()
        .filter(which)
        .map(CodeTable.Entry::code)
        .collect(Collectors.toSet());
  }

  private static boolean isFixed(int code) {
    return UNAVAILABLE.contains(code)
        || DENIED.contains(code)
        || DENIED_BY_OUR_STATEMENT.contains(code);
  }

  private static Stream<String> lines(String resource) throws Exception {
    try (InputStream in = CodeTable.class.getResourceAsStream(resource)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isBlank() && !line.startsWith("#"));
    }
  }
}

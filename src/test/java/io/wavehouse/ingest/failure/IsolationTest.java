package io.wavehouse.ingest.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.clickhouse.Failure;
import io.wavehouse.ingest.clickhouse.FailureClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What isolation decides and what it costs; requests count the refused batch. */
class IsolationTest {
  private static final Failure REJECTED = failure(FailureClass.REJECTED, 27);
  private static final Failure UNAVAILABLE = failure(FailureClass.UNAVAILABLE, 210);
  private static final Failure TOO_MANY_PARTS = splittable(252);
  private static final Failure NO_TABLE = failure(FailureClass.REJECTED, 60);

  private final List<Integer> landed = new ArrayList<>();
  private final List<Integer> parked = new ArrayList<>();
  private final List<Integer> returned = new ArrayList<>();
  private final List<List<Integer>> requests = new ArrayList<>();

  @Test
  void oneBadRowIn5000IsFoundWithin30RequestsWithoutAHint() {
    for (int bad : new int[] {0, 1, 2_499, 2_500, 3_333, 4_999}) {
      clear();
      decide(5_000, rejecting(Set.of(bad), rows -> 0));
      assertThat(parked).containsExactly(bad);
      assertThat(landed).hasSize(4_999);
      assertThat(requests).hasSizeLessThanOrEqualTo(30);
    }
  }

  @Test
  void aRightHintFindsOneBadRowIn3Requests() {
    decide(5_000, rejecting(Set.of(3_210), rightHint(Set.of(3_210))));
    assertThat(parked).containsExactly(3_210);
    assertThat(requests).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void aHintThatAlwaysSaysRow1CostsNoMoreThan31Requests() {
    decide(5_000, rejecting(Set.of(3_210), rows -> 1));
    assertThat(parked).containsExactly(3_210);
    assertThat(landed).hasSize(4_999);
    assertThat(requests).hasSizeLessThanOrEqualTo(31);
  }

  @Test
  void aHintBeyondTheBatchIsNoHint() {
    decide(10, rejecting(Set.of(3), rows -> 99_999));
    assertThat(parked).containsExactly(3);
  }

  @Test
  void tenBadRowsSpreadOver5000CostNoMoreThan250Requests() {
    Set<Integer> bad =
        IntStream.range(0, 10).map(i -> i * 500 + 250).boxed().collect(Collectors.toSet());
    decide(5_000, rejecting(bad, rows -> 0));
    assertThat(parked).containsExactlyInAnyOrderElementsOf(bad);
    assertThat(requests).hasSizeLessThanOrEqualTo(250);
  }

  @Test
  void all5000BadCostNoMoreThan5530Requests() {
    Set<Integer> all = IntStream.range(0, 5_000).boxed().collect(Collectors.toSet());
    decide(5_000, rejecting(all, rows -> 0));
    assertThat(parked).hasSize(5_000);
    assertThat(requests).hasSizeLessThanOrEqualTo(5_530);

    clear();
    decide(5_000, rejecting(all, rightHint(all)));
    assertThat(parked).hasSize(5_000);
    assertThat(requests).hasSizeLessThanOrEqualTo(5_530);
  }

  @Test
  void whateverIsBadEachRowIsDecidedOnceWithinTheBoundAndOnlyBadOnesAreParked() {
    Random random = new Random(7);
    for (int run = 0; run < 300; run++) {
      clear();
      int n = 1 + random.nextInt(300);
      double share = random.nextDouble();
      Set<Integer> bad =
          IntStream.range(0, n)
              .filter(i -> random.nextDouble() < share)
              .boxed()
              .collect(Collectors.toCollection(TreeSet::new));
      bad.add(random.nextInt(n));
      ToIntFunction<List<Integer>> hint =
          switch (run % 3) {
            case 0 -> rows -> 0;
            case 1 -> rightHint(bad);
            default -> rows -> 1 + random.nextInt(rows.size());
          };
      decide(n, rejecting(bad, hint));
      assertThat(parked).containsExactlyInAnyOrderElementsOf(bad);
      assertThat(landed).hasSize(n - bad.size()).doesNotHaveDuplicates();
      assertThat(requests.size()).isLessThanOrEqualTo((int) (1.1 * n + 30));
    }
  }

  @Test
  void aBatchOver150PartitionsLandsWithin8Requests() {
    decide(150, partitionsLimitedTo(100));
    assertThat(landed).hasSize(150);
    assertThat(requests).hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void aBatchOver1000PartitionsLandsWithin35Requests() {
    decide(1_000, partitionsLimitedTo(100));
    assertThat(landed).hasSize(1_000);
    assertThat(parked).isEmpty();
    assertThat(requests).hasSizeLessThanOrEqualTo(35);
  }

  @Test
  void anOverloadedTableCosts2RequestsAndAllRowsGoBack() {
    Optional<Failure> stopped = decide(5_000, rows -> Optional.of(TOO_MANY_PARTS));
    assertThat(stopped).contains(TOO_MANY_PARTS);
    assertThat(returned).hasSize(5_000);
    assertThat(requests).hasSize(2);
  }

  @Test
  void aSizeRefusalOfOneRowIsTriedOnceMoreAndGoesBack() {
    decide(1, rows -> Optional.of(TOO_MANY_PARTS));
    assertThat(returned).containsExactly(0);
    assertThat(parked).isEmpty();
  }

  @Test
  void aBadFirstRowOfASizeRefusalIsParkedAndTheNextOneIsTried() {
    decide(
        150,
        rows ->
            rows.size() == 1 && rows.get(0) < 2
                ? Optional.of(REJECTED)
                : partitionsLimitedTo(100).apply(rows));
    assertThat(parked).containsExactly(0, 1);
    assertThat(landed).hasSize(148);
  }

  @Test
  void aMissingTableParks5000RowsWithin3Requests() {
    decide(5_000, rows -> Optional.of(NO_TABLE));
    assertThat(parked).hasSize(5_000).doesNotHaveDuplicates();
    assertThat(requests).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void aTableVerdictThatTheLastRowDoesNotConfirmParksNoGoodRow() {
    decide(10, rows -> rows.contains(0) ? Optional.of(NO_TABLE) : Optional.empty());
    assertThat(parked).containsExactly(0);
    assertThat(landed).hasSize(9);
  }

  @Test
  void aTableVerdictThatTheFirstRowDoesNotConfirmParksNoGoodRow() {
    decide(10, rows -> rows.contains(9) ? Optional.of(NO_TABLE) : Optional.empty());
    assertThat(parked).containsExactly(9);
    assertThat(landed).hasSize(9);
  }

  @Test
  void aMissingTableBehindAViewOrOnAnotherServerIsNoTableVerdict() {
    for (Failure elsewhere :
        List.of(
            new Failure(
                FailureClass.REJECTED,
                60,
                "",
                404,
                "",
                false,
                false,
                OptionalInt.empty(),
                true,
                false),
            new Failure(
                FailureClass.REJECTED,
                60,
                "",
                404,
                "",
                false,
                false,
                OptionalInt.empty(),
                false,
                true))) {
      clear();
      decide(10, rows -> rows.contains(4) ? Optional.of(elsewhere) : Optional.empty());
      assertThat(parked).containsExactly(4);
      assertThat(landed).hasSize(9);
    }
  }

  @Test
  void aViewThatThrowsIsLookedForRowByRow() {
    Failure view =
        new Failure(
            FailureClass.REJECTED, 27, "", 400, "", false, false, OptionalInt.of(1), true, false);
    decide(20, rows -> rows.contains(7) ? Optional.of(view) : Optional.empty());
    assertThat(parked).containsExactly(7);
    assertThat(landed).hasSize(19);
    assertThat(requests.subList(1, requests.size())).allMatch(rows -> rows.size() == 1);
  }

  @Test
  void anOutageInTheMiddleKeepsWhatIsDecidedAndReturnsTheRest() {
    decide(
        100,
        rows ->
            requests.size() > 6
                ? Optional.of(UNAVAILABLE)
                : rejecting(Set.of(0, 99), r -> 0).apply(rows));
    assertThat(returned).isNotEmpty();
    List<Integer> all = new ArrayList<>(landed);
    all.addAll(parked);
    all.addAll(returned);
    Collections.sort(all);
    assertThat(all).isEqualTo(IntStream.range(0, 100).boxed().toList());
    assertThat(parked).isSubsetOf(0, 99);
    assertThat(requests.size()).isEqualTo(7);
  }

  @Test
  void anOutageAtAnyRequestParksNoGoodRowAndLosesNone() {
    for (int last = 1; last < 40; last++) {
      int outage = last;
      for (Failure refusal : List.of(REJECTED, NO_TABLE, TOO_MANY_PARTS)) {
        clear();
        decide(
            200,
            rows ->
                requests.size() > outage
                    ? Optional.of(UNAVAILABLE)
                    : rows.size() > 50 || rows.contains(3) || rows.contains(150)
                        ? Optional.of(rows.size() == 1 ? REJECTED : refusal)
                        : Optional.empty());
        List<Integer> all = new ArrayList<>(landed);
        all.addAll(parked);
        all.addAll(returned);
        assertThat(all).hasSize(200).doesNotHaveDuplicates();
        assertThat(parked).isSubsetOf(3, 150);
      }
    }
  }

  private Optional<Failure> decide(int n, Function<List<Integer>, Optional<Failure>> server) {
    List<Integer> batch = IntStream.range(0, n).boxed().toList();
    Function<List<Integer>, Optional<Failure>> counted =
        rows -> {
          requests.add(List.copyOf(rows));
          return server.apply(rows);
        };
    Failure refusal = counted.apply(batch).orElseThrow();
    return new Isolation<>(counted, fate(), n).decide(batch, refusal);
  }

  private Fate<Integer> fate() {
    return new Fate<>() {
      @Override
      public void landed(List<Integer> rows) {
        landed.addAll(rows);
      }

      @Override
      public void parked(List<Integer> rows, Failure verdict) {
        parked.addAll(rows);
      }

      @Override
      public void returned(List<Integer> rows, Failure why) {
        returned.addAll(rows);
      }
    };
  }

  private void clear() {
    landed.clear();
    parked.clear();
    returned.clear();
    requests.clear();
  }

  private static Function<List<Integer>, Optional<Failure>> rejecting(
      Set<Integer> bad, ToIntFunction<List<Integer>> hint) {
    return rows -> {
      if (Collections.disjoint(bad, rows)) {
        return Optional.empty();
      }
      int at = hint.applyAsInt(rows);
      return Optional.of(at == 0 ? REJECTED : hinted(at));
    };
  }

  private static ToIntFunction<List<Integer>> rightHint(Set<Integer> bad) {
    return rows ->
        1
            + IntStream.range(0, rows.size())
                .filter(i -> bad.contains(rows.get(i)))
                .findFirst()
                .orElseThrow();
  }

  private static Function<List<Integer>, Optional<Failure>> partitionsLimitedTo(int limit) {
    return rows -> rows.size() > limit ? Optional.of(TOO_MANY_PARTS) : Optional.empty();
  }

  private static Failure failure(FailureClass failureClass, int code) {
    return new Failure(
        failureClass, code, "", 0, "", false, false, OptionalInt.empty(), false, false);
  }

  private static Failure splittable(int code) {
    return new Failure(
        FailureClass.UNAVAILABLE, code, "", 0, "", true, true, OptionalInt.empty(), false, false);
  }

  private static Failure hinted(int row) {
    return new Failure(
        FailureClass.REJECTED, 27, "", 400, "", false, false, OptionalInt.of(row), false, false);
  }
}

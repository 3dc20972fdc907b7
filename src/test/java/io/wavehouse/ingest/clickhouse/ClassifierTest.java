package io.wavehouse.ingest.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassifierTest {
  private static final String HEADER = "X-ClickHouse-Exception-Code";
  private final Classifier classifier = new Classifier(CodeTable.builtIn());

  private int code(Map<String, ?> headers, String body) {
    return classifier.classify(500, headers, body).code();
  }

  private Failure ofBody(String body) {
    return classifier.classify(500, Map.of(), body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-ClickHouse-Exception-Code",
        "x-clickhouse-exception-code",
        "X-CLICKHOUSE-EXCEPTION-CODE"
      })
  void theHeaderIsReadInAnyCase(String name) {
    assertThat(code(Map.of(name, "27"), "")).isEqualTo(27);
  }

  @Test
  void theHeaderMayBeAListOrANumber() {
    assertThat(code(Map.of(HEADER, List.of("27")), "")).isEqualTo(27);
    assertThat(code(Map.of(HEADER, List.of("x", "27", "60")), "")).isEqualTo(27);
    assertThat(code(Map.of(HEADER, List.of()), "")).isZero();
    assertThat(code(Map.of(HEADER, Arrays.asList(null, "27")), "")).isEqualTo(27);
    assertThat(code(Map.of(HEADER, 27), "")).isEqualTo(27);
  }

  @Test
  void theHeaderDecidesOverTheBody() {
    assertThat(code(Map.of(HEADER, "241"), "Code: 27. DB::Exception: x")).isEqualTo(241);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-27",
        "0",
        "2147483648",
        "99999999999999999999999999",
        "27x",
        "0x1B",
        "+27",
        "",
        " ",
        "2 7",
        "27.0",
        "\u0662\u0667"
      })
  void aHeaderThatIsNoPositiveNumberIsIgnored(String value) {
    assertThat(code(Map.of(HEADER, value), "Code: 60. DB::Exception: x")).isEqualTo(60);
    assertThat(code(Map.of(HEADER, value), "")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Code: 27. DB::Exception: Cannot parse input | 27",
        "Code: 27, e.displayText() = DB::Exception: Cannot parse | 27",
        "Code:27. | 27",
        "Code:   241. DB::Exception | 241",
        "Code: 2147483647. | 2147483647",
        "Code: 2147483648. | 0",
        "Code: 99999999999999999999999. | 0",
        "Code: -27. | 0",
        "Code: 0. | 0",
        "Code: 27 | 0",
        "Code: 27; | 0",
        "code: 27. | 0",
        "Error: Code: 27. | 0",
        "Code: x. Code: 27. | 0",
      })
  void theBodyIsReadAtItsStartAlone(String body, int code) {
    assertThat(code(Map.of(), body)).isEqualTo(code);
  }

  @Test
  void onlyTheOutermostCodeCounts() {
    Failure failure =
        ofBody("Code: 279. DB::NetException: All tries failed: Code: 27. DB::Exception: Code: 60.");
    assertThat(failure.code()).isEqualTo(279);
    assertThat(failure.failureClass()).isEqualTo(FailureClass.UNAVAILABLE);
    assertThat(code(Map.of(), "<html>\nCode: 27. DB::Exception")).isZero();
  }

  @Test
  void inA200TheCodeMayFollowTheExceptionMark() {
    String framed =
        String.join(
            "\r\n",
            "",
            "__exception__",
            "abcdefgh01234567",
            "Code: 241. DB::Exception: Memory limit Code: 27.",
            "52 abcdefgh01234567",
            "__exception__",
            "");
    assertThat(classifier.classify(200, Map.of(), framed).code()).isEqualTo(241);
    assertThat(classifier.classify(200, Map.of(), "1\n2\n__exception__\nCode: 27, e.x").code())
        .isEqualTo(27);
    assertThat(classifier.classify(200, Map.of(), "Code: 27. DB::Exception: x").code())
        .isEqualTo(27);
  }

  @Test
  void aMarkWithAnotherTagThanTheAnswersOwnIsData() {
    String body = "__exception__\r\nfake\r\nCode: 27. x\r\n__exception__\r\ntrue1\r\nCode: 241. y";
    Map<String, ?> headers = Map.of("x-clickhouse-exception-tag", "true1");
    assertThat(classifier.classify(200, headers, body).code()).isEqualTo(241);
  }

  @Test
  void theMarkIsReadInASuccessStatusAlone() {
    Failure failure = classifier.classify(500, Map.of(), "x __exception__\r\nCode: 27. y");
    assertThat(failure.code()).isZero();
    assertThat(failure.failureClass()).isEqualTo(FailureClass.UNKNOWN);
  }

  @Test
  void a200WithoutACodeIsUnknown() {
    assertThat(classifier.classify(200, Map.of(), "hello").failureClass())
        .isEqualTo(FailureClass.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "413,REJECTED",
    "408,UNAVAILABLE",
    "429,UNAVAILABLE",
    "502,UNAVAILABLE",
    "503,UNAVAILABLE",
    "504,UNAVAILABLE",
    "401,DENIED",
    "403,DENIED",
    "407,DENIED",
    "200,UNKNOWN",
    "301,UNKNOWN",
    "302,UNKNOWN",
    "307,UNKNOWN",
    "308,UNKNOWN",
    "400,UNKNOWN",
    "404,UNKNOWN",
    "405,UNKNOWN",
    "411,UNKNOWN",
    "500,UNKNOWN",
    "501,UNKNOWN",
    "0,UNKNOWN",
  })
  void withoutACodeTheStatusDecides(int status, FailureClass failureClass) {
    Failure failure = classifier.classify(status, Map.of(), "<html>proxy</html>");
    assertThat(failure.failureClass()).isEqualTo(failureClass);
    assertThat(failure.httpStatus()).isEqualTo(status);
    assertThat(failure.code()).isZero();
    assertThat(failure.codeName()).isEmpty();
    assertThat(failure.tableScoped()).isFalse();
    assertThat(failure.splittable()).isFalse();
  }

  @Test
  void withACodeTheStatusDoesNotMatter() {
    assertThat(classifier.classify(503, Map.of(HEADER, "27"), "").failureClass())
        .isEqualTo(FailureClass.REJECTED);
    assertThat(classifier.classify(413, Map.of(HEADER, "241"), "").failureClass())
        .isEqualTo(FailureClass.UNAVAILABLE);
  }

  @Test
  void aFailureCarriesNameAndFlags() {
    Failure parts = classifier.classify(500, Map.of(HEADER, "252"), "Code: 252. x");
    assertThat(parts.codeName()).isEqualTo("TOO_MANY_PARTS");
    assertThat(parts.tableScoped()).isTrue();
    assertThat(parts.splittable()).isTrue();
    assertThat(classifier.classify(500, Map.of(HEADER, "60"), "").codeName())
        .isEqualTo("UNKNOWN_TABLE");
    assertThat(classifier.classify(500, Map.of(HEADER, "4711"), "").codeName()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Code: 27. DB::Exception: Cannot parse: (at row 3) | 3",
        "Code: 469. DB::Exception: Constraint `c` is violated at row 12. Expression: (x > 0) | 12",
        "Code: 27. before: '(at row 9)': (at row 2) : While executing | 2",
        "Code: 469. is violated at row 4. Column values: s = '(at row 9)' | 4",
        "Code: 27. no hint | -1",
        "Code: 27. (at row 0) | -1",
        "Code: 27. (at row -1) | -1",
        "Code: 27. (at row 99999999999) | -1",
        "Code: 27. at row 3 | -1",
      })
  void theRowHintIsCountedFromOne(String body, int row) {
    assertThat(ofBody(body).rowHint())
        .isEqualTo(row < 0 ? OptionalInt.empty() : OptionalInt.of(row));
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 60, 81})
  void anUnknownTableDatabaseOrColumnIsATableVerdict(int code) {
    String body = "Code: " + code + ". DB::Exception: gone";
    assertThat(ofBody(body).isTableVerdict()).isTrue();
    assertThat(ofBody(body + ": while pushing to view db.mv").isTableVerdict()).isFalse();
    assertThat(ofBody(body + ": while pushing to view db.mv").throughView()).isTrue();
    assertThat(ofBody("Code: " + code + ". Received from h:9000. gone").isTableVerdict()).isFalse();
    assertThat(ofBody("Code: " + code + ". Received from h:9000. gone").receivedFrom()).isTrue();
    CodeTable overridden = CodeTable.builtIn().withOverrides(Map.of(code, "unavailable"));
    assertThat(new Classifier(overridden).classify(404, null, body).isTableVerdict()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 27, 47, 62, 241})
  void anotherCodeIsNoTableVerdict(int code) {
    assertThat(ofBody("Code: " + code + ". DB::Exception: x").isTableVerdict()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "400, 27, 400",
    "500, 4711, 400",
    "404, 60, 404",
    "404, 81, 404",
    "404, 16, 400",
    "413, 0, 400",
    "403, 497, 403",
    "403, 516, 502",
    "400, 115, 502",
    "401, 0, 502",
    "403, 0, 502",
    "500, 241, 503",
    "500, 242, 503",
    "503, 0, 503",
    "502, 0, 503",
    "504, 0, 503",
    "408, 0, 408",
    "429, 0, 429",
    "408, 159, 408",
    "429, 202, 429",
    "429, 27, 400",
    "500, 0, 502",
    "400, 0, 502",
    "301, 0, 502",
    "200, 0, 502",
  })
  void theStatusForOurOwnCallerFollowsTheClass(int status, int code, int passedOn) {
    Map<String, ?> headers = code == 0 ? Map.of() : Map.of(HEADER, String.valueOf(code));
    assertThat(Classifier.toHttpStatus(classifier.classify(status, headers, "x")))
        .isEqualTo(passedOn);
  }

  @Test
  void noAnswerIsPassedOnAs503AndAnUnknownFailureAs502() {
    assertThat(Classifier.toHttpStatus(classifier.classify(new ConnectException("x"))))
        .isEqualTo(503);
    assertThat(Classifier.toHttpStatus(classifier.classify(new IllegalStateException("x"))))
        .isEqualTo(502);
  }

  @Test
  void anAnswerIsFoundAnywhereInTheChainOfCauses() throws Exception {
    HttpOperationFailedException http =
        new HttpOperationFailedException(
            "http://h", 500, "x", null, Map.of("x-clickhouse-exception-code", "252"), "Code: 1. y");
    try (DefaultCamelContext context = new DefaultCamelContext()) {
      Exception outer =
          new CamelExecutionException(
              "outer", new DefaultExchange(context), new IllegalStateException(http));
      assertThat(classifier.classify(outer).code()).isEqualTo(252);
      assertThat(classifier.classify(outer).httpStatus()).isEqualTo(500);
    }
    assertThat(
            classifier
                .classify(
                    new RuntimeException(
                        new ClickHouseRefusedException(200, Map.of(), "Code: 27, e.displayText()")))
                .failureClass())
        .isEqualTo(FailureClass.REJECTED);
    assertThat(classifier.classify(new ClickHouseRefusedException("only words")).failureClass())
        .isEqualTo(FailureClass.UNKNOWN);
  }

  @Test
  void anAnswerWithoutHeadersOrBodyIsRead() {
    HttpOperationFailedException http =
        new HttpOperationFailedException("http://h", 503, "x", null, null, null);
    assertThat(classifier.classify(http).failureClass()).isEqualTo(FailureClass.UNAVAILABLE);
  }

  @Test
  void onlyRejectedIsNotRetriedAndMetricNamesAreLowerCase() {
    assertThat(FailureClass.values())
        .filteredOn(FailureClass::isRetried)
        .hasSize(3)
        .doesNotContain(FailureClass.REJECTED);
    assertThat(FailureClass.values())
        .extracting(FailureClass::metricName)
        .containsExactly("rejected", "unavailable", "denied", "unknown");
  }
}

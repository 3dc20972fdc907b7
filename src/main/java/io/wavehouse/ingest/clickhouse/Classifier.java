package io.wavehouse.ingest.clickhouse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.http.base.HttpOperationFailedException;

/**
 * Says what a failed insert, or any other request to ClickHouse, was. The exception code decides;
 * the HTTP status only where there is none; the kind of exception only where no answer came.
 *
 * <p><b>Failure semantics.</b> Whoever calls a failure Rejected lets its rows be parked. So that
 * class needs an answer to an INSERT, with a code or a 413; whatever this class does not know is
 * Unknown, and retried.
 */
public final class Classifier {
  private final CodeTable table;

  public Classifier(CodeTable table) {
    this.table = table;
  }

  /**
   * Reads the failure of an exchange that was to insert rows. What failed before its INSERT went
   * out, such as the question for settings, is no verdict on them.
   */
  public Failure classify(Exchange insert, Throwable thrown) {
    Failure failure = classify(thrown);
    return InsertRequest.isSent(insert) ? failure : failure.ofNoRow();
  }

  /** Reads the answer, or the transport failure, wherever it sits in the chain of causes. */
  public Failure classify(Throwable thrown) {
    List<Throwable> chain = chain(thrown);
    for (Throwable failure : chain) {
      if (failure instanceof HttpOperationFailedException http) {
        return classify(http.getStatusCode(), http.getResponseHeaders(), http.getResponseBody());
      }
      if (failure instanceof ClickHouseRefusedException refused) {
        return classify(refused.status(), refused.headers(), refused.body());
      }
    }
    FailureClass failureClass =
        TransportFailure.isNoAnswer(chain) ? FailureClass.UNAVAILABLE : FailureClass.UNKNOWN;
    return withoutCode(failureClass, 0, text(chain), "");
  }

  /**
   * Reads an answer that is no success.
   *
   * @param headers names in any case, a value may be a list; null counts as none
   * @param body null counts as empty
   */
  public Failure classify(int status, Map<String, ?> headers, String body) {
    String text = body == null ? "" : body;
    int code = ExceptionCode.of(status, headers == null ? Map.of() : headers, text);
    if (code == 0) {
      String message = isSilent(text) ? "HTTP " + status + " without a readable body" : text;
      return withoutCode(ofStatus(status), status, message, text);
    }
    CodeTable.Entry entry = table.entry(code);
    return new Failure(
        entry.failureClass(),
        code,
        entry.name(),
        status,
        isSilent(text) ? "code " + code + " " + entry.name() : text,
        entry.tableScoped(),
        entry.splittable(),
        RowHint.in(text),
        isThroughView(text),
        isReceivedFrom(text));
  }

  /**
   * The status with which an HTTP edge should pass a failure on to its own caller. 503, 408 and 429
   * ask for a retry; 502 says that the server behind is set up wrong or not understood.
   */
  public static int toHttpStatus(Failure failure) {
    return switch (failure.failureClass()) {
      case REJECTED -> failure.code() == 60 || failure.code() == 81 ? 404 : 400;
      case UNAVAILABLE -> isKept(failure.httpStatus()) ? failure.httpStatus() : 503;
      case DENIED -> failure.code() == 497 ? 403 : 502;
      case UNKNOWN -> 502;
    };
  }

  private static boolean isKept(int status) {
    return status == 408 || status == 429;
  }

  private static FailureClass ofStatus(int status) {
    return switch (status) {
      case 413 -> FailureClass.REJECTED;
      case 408, 429, 502, 503, 504 -> FailureClass.UNAVAILABLE;
      case 401, 403, 407 -> FailureClass.DENIED;
      default -> FailureClass.UNKNOWN;
    };
  }

  private static Failure withoutCode(
      FailureClass failureClass, int status, String message, String body) {
    return new Failure(
        failureClass,
        0,
        "",
        status,
        message,
        false,
        false,
        RowHint.in(body),
        isThroughView(body),
        isReceivedFrom(body));
  }

  /** Nothing in it that a person could read. */
  private static boolean isSilent(String text) {
    return PrintableLine.of(text, 2).isEmpty();
  }

  private static boolean isThroughView(String text) {
    return text.contains("pushing to view");
  }

  private static boolean isReceivedFrom(String text) {
    return text.contains("Received from");
  }

  private static String text(List<Throwable> chain) {
    if (chain.isEmpty()) {
      return "no exception";
    }
    Throwable cause = chain.get(chain.size() - 1);
    String text = cause.getClass().getSimpleName();
    return cause.getMessage() == null ? text : text + ": " + cause.getMessage();
  }

  /** The exception and its causes, outermost first; a circle ends it. */
  private static List<Throwable> chain(Throwable thrown) {
    List<Throwable> chain = new ArrayList<>();
    Throwable next = thrown;
    while (next != null && !containsSame(chain, next)) {
      chain.add(next);
      next = next.getCause();
    }
    return chain;
  }

  private static boolean containsSame(List<Throwable> chain, Throwable failure) {
    return chain.stream().anyMatch(seen -> seen == failure);
  }
}

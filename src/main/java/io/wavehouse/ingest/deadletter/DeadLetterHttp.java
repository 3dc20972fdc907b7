package io.wavehouse.ingest.deadletter;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.main.ManagementHttpServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dead letters on the management server: {@code GET /observe/dlq}, {@code GET
 * /observe/dlq/<sequence>}, {@code POST /observe/dlq/replay}, {@code POST /observe/dlq/purge} and
 * {@code POST /observe/dlq/stop}, with the words of {@link DeadLetterRequest} as query parameters.
 * Answers JSON; 400 for a word that is wrong, 409 while another replay or purge runs, 503 when NATS
 * did not do what was asked, or a replay or purge ended before its last row.
 */
final class DeadLetterHttp {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterHttp.class);
  private static final String PATH = "/observe/dlq";

  private final DeadLetters letters;

  private DeadLetterHttp(DeadLetters letters) {
    this.letters = letters;
  }

  /** Answers something, or fails. */
  private interface Answer {
    String to(RoutingContext request) throws IOException;
  }

  /** Adds the paths to the management server, when there is one. */
  static void mount(CamelContext camel, DeadLetters letters) {
    ManagementHttpServer server = camel.hasService(ManagementHttpServer.class);
    if (server != null) {
      new DeadLetterHttp(letters).mount(server.getRouter());
    }
  }

  private void mount(Router router) {
    on(router, HttpMethod.GET, "", this::list);
    on(router, HttpMethod.GET, "/:sequence", this::show);
    on(router, HttpMethod.POST, "/replay", this::replay);
    on(router, HttpMethod.POST, "/purge", this::purge);
    on(router, HttpMethod.POST, "/stop", this::stop);
  }

  private static void on(Router router, HttpMethod method, String path, Answer answer) {
    // Unordered: a replay takes its time, and must not hold up whoever wants to stop it.
    router.route(method, PATH + path).blockingHandler(context -> answer(context, answer), false);
  }

  private static void answer(RoutingContext context, Answer answer) {
    try {
      refuseBrowsers(context.request());
      String json = answer.to(context);
      send(context, context.response().getStatusCode(), json);
    } catch (ForeignPageException e) {
      send(context, 403, error(e));
    } catch (UnknownRowException e) {
      send(context, 404, error(e));
    } catch (IllegalArgumentException e) {
      send(context, 400, error(e));
    } catch (DeadLetters.BusyException e) {
      send(context, 409, error(e));
    } catch (IOException e) {
      LOG.warn("dead letters: {}", e.getMessage());
      send(context, 503, error(e));
    }
  }

  /** A page of somewhere else could make its reader's browser send a POST; it would name itself. */
  private static void refuseBrowsers(HttpServerRequest request) throws ForeignPageException {
    if (request.method().equals(HttpMethod.POST) && request.getHeader("Origin") != null) {
      throw new ForeignPageException();
    }
  }

  private String list(RoutingContext context) throws IOException {
    return letters.list(DeadLetterRequest.of(words(context))).stream()
        .map(row -> DeadLetterJson.line(row) + "\n")
        .collect(Collectors.joining());
  }

  private String show(RoutingContext context) throws IOException {
    String sequence = context.pathParam("sequence");
    if (!sequence.matches("[1-9][0-9]{0,17}")) {
      throw new IllegalArgumentException("a sequence is a whole number from 1");
    }
    return letters
            .show(Long.parseLong(sequence))
            .map(DeadLetterJson::line)
            .orElseThrow(() -> new UnknownRowException(sequence))
        + "\n";
  }

  private String replay(RoutingContext context) throws IOException {
    DeadLetterRequest request = DeadLetterRequest.of(words(context));
    return tell(context, "replayed", request.dryRun(), letters.replay(request));
  }

  private String purge(RoutingContext context) throws IOException {
    DeadLetterRequest request = DeadLetterRequest.of(words(context));
    return tell(context, "purged", request.isOnlyCounting(), letters.purge(request));
  }

  /** One that did not reach its end is no success to a client that looks at the status alone. */
  private static String tell(RoutingContext context, String done, boolean dryRun, Outcome outcome) {
    context.response().setStatusCode(outcome.stopped().isEmpty() ? 200 : 503);
    return DeadLetterJson.line(DeadLetterJson.outcome(done, dryRun, outcome)) + "\n";
  }

  private String stop(RoutingContext context) {
    letters.stop();
    return "";
  }

  private static Map<String, String> words(RoutingContext context) {
    Map<String, String> words = new TreeMap<>();
    for (Map.Entry<String, String> word : context.queryParams()) {
      if (words.put(word.getKey(), word.getValue()) != null) {
        throw new IllegalArgumentException(EncodedName.encode(word.getKey()) + " is given twice");
      }
    }
    return words;
  }

  private static String error(Exception e) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("error", e.getMessage());
    return DeadLetterJson.line(json) + "\n";
  }

  private static void send(RoutingContext context, int status, String json) {
    context.response().setStatusCode(status).putHeader("Content-Type", "application/json");
    context.end(json);
  }

  private static final class ForeignPageException extends IOException {
    private static final long serialVersionUID = 1L;

    ForeignPageException() {
      super("not from a web page: the request names an Origin");
    }
  }

  private static final class UnknownRowException extends IOException {
    private static final long serialVersionUID = 1L;

    UnknownRowException(String sequence) {
      super("no row " + sequence + " is parked");
    }
  }
}

package io.wavehouse.ingest.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.wavehouse.ingest.settings.HttpSettings;
import io.wavehouse.ingest.settings.Secret;
import io.wavehouse.ingest.settings.Settings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Decides who may publish what, by the request's head alone, and makes the body the {@link Records}
 * that the next step publishes. Only the request itself is asked: Camel's headers hold its query
 * parameters too. None of them goes on from here.
 */
public final class Admission implements Processor {
  private static final String BEARER = "Bearer ";

  private final Supplier<Settings> settings;
  private final HttpSettings http;
  private final DrainDeadline deadline;

  public Admission(CamelContext camel, Supplier<Settings> settings) {
    this.settings = settings;
    this.http = settings.get().http();
    this.deadline = new DrainDeadline(camel, settings.get().drainTimeout());
  }

  @Override
  public void process(Exchange exchange) throws Exception {
    HttpServerRequest request = exchange.getMessage().getMandatoryBody(HttpServerRequest.class);
    Call call =
        new Call(request, new RequestBody(request, new MinimumRate(http.readTimeout()), deadline));
    call.attachTo(exchange);
    exchange.getMessage().removeHeaders("*");
    call.admit(records(request, call.body()));
    exchange.getMessage().setBody(call.records().orElseThrow());
  }

  private Records records(HttpServerRequest request, RequestBody body) throws Exception {
    String path = Optional.ofNullable(request.path()).orElse("");
    if (!RequestPath.isIngest(path)) {
      throw new RefusedException(404, "nothing is here; POST to /v1/ingest/<table>");
    }
    if (!request.method().equals(HttpMethod.POST)) {
      throw new RefusedException(405, "only POST works here");
    }
    authenticate(request.headers().getAll("Authorization"));
    Destination destination = Destination.of(RequestPath.target(path), settings.get());
    Optional<String> ids =
        IdempotencyKey.idPrefix(
            request.headers().getAll(IdempotencyKey.HEADER), destination.target());
    Content content = new Content(body, isGzip(request), http.maxBody());
    requireLength(request);
    return new Records(new RecordSplitter(content), destination, ids);
  }

  private void authenticate(List<String> given) throws RefusedException {
    Optional<String> token = http.token().map(Secret::value);
    if (token.isPresent()
        && (given.size() != 1
            || !given.get(0).regionMatches(true, 0, BEARER, 0, BEARER.length())
            || !isSame(token.get(), given.get(0).substring(BEARER.length())))) {
      throw new RefusedException(401, "send the header Authorization: Bearer <token>");
    }
  }

  /** How long it takes says nothing of how much is right. */
  private static boolean isSame(String token, String given) {
    return MessageDigest.isEqual(
        token.getBytes(StandardCharsets.UTF_8), given.strip().getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isGzip(HttpServerRequest request) throws RefusedException {
    String encoding = String.join(",", request.headers().getAll("Content-Encoding")).strip();
    if (!encoding.isEmpty()
        && !encoding.equalsIgnoreCase("gzip")
        && !encoding.equalsIgnoreCase("identity")) {
      throw new RefusedException(415, "Content-Encoding must be gzip, or none");
    }
    return encoding.equalsIgnoreCase("gzip");
  }

  /** What says that it is too large need not come. */
  private void requireLength(HttpServerRequest request) throws UnreadableBodyException {
    String length = request.getHeader("Content-Length");
    if (length != null && length.matches("\\d{1,18}") && Long.parseLong(length) > http.maxBody()) {
      throw Content.tooLarge(http.maxBody());
    }
  }
}

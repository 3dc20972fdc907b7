package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.settings.ClickHouseSettings;
import io.wavehouse.ingest.settings.Settings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which of our ClickHouse settings each pool's server knows. Servers refuse a request with one they
 * do not know (code 115), so those are left out, with one INFO line. Asked before the first insert
 * and again now and then, since servers are upgraded.
 */
public final class ServerSettings {
  private static final Logger LOG = LoggerFactory.getLogger(ServerSettings.class);
  private static final Duration GOOD_FOR = Duration.ofMinutes(10);

  /** Parameters of the HTTP interface, which are no settings and known to all servers. */
  private static final Set<String> NOT_ASKED = Set.of("wait_end_of_query", "buffer_size");

  private record Answer(Set<String> asked, Set<String> unknown, long askedAt) {}

  private final Supplier<Settings> settings;
  private final LongSupplier nanoClock;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  /**
   * @param nanoClock monotonic, such as {@code System::nanoTime}
   */
  public ServerSettings(Supplier<Settings> settings, LongSupplier nanoClock) {
    this.settings = settings;
    this.nanoClock = nanoClock;
  }

  /** Whether the server of this batch has to be asked. */
  public boolean isUnasked(Exchange exchange) {
    ClickHouseSettings connection = Pool.connection(exchange, settings);
    Answer answer = answers.get(connection.pool());
    Set<String> wanted = wanted(connection);
    if (answer == null) {
      return !wanted.isEmpty();
    }
    return nanoClock.getAsLong() - answer.askedAt() > GOOD_FOR.toNanos()
        || !answer.asked().containsAll(wanted);
  }

  /** Makes the question the request. */
  public void ask(Exchange exchange) {
    ClickHouseSettings connection = Pool.connection(exchange, settings);
    String names =
        wanted(connection).stream()
            .map(name -> "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'")
            .collect(Collectors.joining(","));
    Message request = exchange.getMessage();
    Pool.login(request, connection);
    request.setHeader(Exchange.HTTP_METHOD, "GET");
    request.setHeader(
        Exchange.HTTP_QUERY,
        "query="
            + URLEncoder.encode(
                "SELECT name FROM system.settings WHERE name IN ("
                    + names
                    + ") FORMAT TabSeparated",
                StandardCharsets.UTF_8));
    request.setBody(null);
  }

  /**
   * Reads the answer.
   *
   * @throws ClickHouseRefusedException when it is none: the insert has failed then
   */
  public void learn(Exchange exchange) throws ClickHouseRefusedException {
    ClickHouseSettings connection = Pool.connection(exchange, settings);
    String body = exchange.getMessage().getBody(String.class);
    Set<String> known =
        body == null ? Set.of() : body.lines().collect(Collectors.toUnmodifiableSet());
    Set<String> wanted = wanted(connection);
    Set<String> unknown = new TreeSet<>(wanted);
    Message answer = exchange.getMessage();
    if (InsertConfirmation.isFailure(answer) || !unknown.containsAll(known)) {
      throw InsertConfirmation.refusal(answer, body);
    }
    unknown.removeAll(known);
    Answer before =
        answers.put(connection.pool(), new Answer(wanted, unknown, nanoClock.getAsLong()));
    if (!unknown.isEmpty() && (before == null || !before.unknown().equals(unknown))) {
      LOG.info(
          "ClickHouse {} does not know the settings {}; they are left out",
          connection.pool(),
          unknown);
    }
  }

  /** Whether a setting may be sent to the pool. */
  boolean isKnown(String pool, String name) {
    Answer answer = answers.get(pool);
    return answer == null || !answer.unknown().contains(name);
  }

  private Set<String> wanted(ClickHouseSettings connection) {
    Set<String> names = new TreeSet<>(connection.settings().keySet());
    settings.get().tables().values().forEach(table -> names.addAll(table.settings().keySet()));
    names.removeAll(NOT_ASKED);
    return names;
  }
}

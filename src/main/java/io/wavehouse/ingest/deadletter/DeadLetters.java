package io.wavehouse.ingest.deadletter;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.MessageInfo;
import io.wavehouse.ingest.jetstream.JetStreamEndpoint;
import io.wavehouse.ingest.settings.DlqSettings;
import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.StreamSettings;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;

/**
 * The dead letters as the running bundle works on them. Each call has a connection of its own, so
 * that nothing is kept open for what is rarely asked.
 *
 * <p><b>Failure semantics.</b> One replay or purge at a time; a second one is refused. A bundle
 * that stops ends it between two rows, and what is left stays parked.
 */
final class DeadLetters {
  /** Rows in an answer at most, which is held in memory whole. */
  private static final int ROWS = 1_000;

  private final CamelContext camel;
  private final Supplier<Settings> settings;
  private final AtomicBoolean running = new AtomicBoolean();
  private final AtomicLong done = new AtomicLong();
  private volatile boolean stopping;

  /**
   * @param settings in force; asked with each call, since tenants come and go
   */
  DeadLetters(CamelContext camel, Supplier<Settings> settings) {
    this.camel = camel;
    this.settings = settings;
  }

  /** Refused since another replay or purge runs. */
  static final class BusyException extends IOException {
    private static final long serialVersionUID = 1L;

    BusyException() {
      super("a replay or purge runs already; wait for it or stop it");
    }
  }

  /** What needs a connection. */
  private interface Work<T> {
    T with(Connection connection, ParkedStream parked)
        throws IOException, JetStreamApiException, InterruptedException;
  }

  /** Parked rows that fit, oldest first, no more than the limit. */
  List<Map<String, Object>> list(DeadLetterRequest request) throws IOException {
    int limit = request.limit() == 0 ? ROWS : Math.min(ROWS, request.limit());
    Instant now = Instant.now();
    return connected(
        (connection, parked) -> {
          List<Map<String, Object>> rows = new ArrayList<>();
          parked.scan(
              request.filter(),
              parked.span(),
              letter -> {
                if (request.filter().test(letter, now)) {
                  rows.add(DeadLetterJson.row(letter, now));
                }
                return rows.size() < limit;
              });
          return rows;
        });
  }

  /** One row with headers and payload. */
  Optional<Map<String, Object>> show(long sequence) throws IOException {
    Optional<MessageInfo> stored = connected((connection, parked) -> parked.get(sequence));
    return stored.map(row -> DeadLetterJson.whole(row, Instant.now()));
  }

  /** Replays through the route; returns when it is over. */
  Outcome replay(DeadLetterRequest request) throws IOException {
    request.requireChoice();
    return alone(
        (connection, parked) -> {
          try (ProducerTemplate template = camel.createProducerTemplate()) {
            return new Replay(connection, parked, ingest(), new RouteRepublisher(template))
                .run(request, Instant.now(), Pace.of(request.rate()), this::progress);
          }
        });
  }

  /** Purges, or counts without yes; returns when it is over. */
  Outcome purge(DeadLetterRequest request) throws IOException {
    return alone(
        (connection, parked) -> new Purge(parked).run(request, Instant.now(), this::progress));
  }

  /** Ends a replay or purge between two rows. */
  void stop() {
    stopping = true;
  }

  /** Rows the running, or else the last, replay or purge has done. */
  long done() {
    return done.get();
  }

  boolean isRunning() {
    return running.get();
  }

  private boolean progress(double fraction, long rows) {
    done.set(rows);
    return !stopping && camel.getStatus().isStarted();
  }

  private <T> T alone(Work<T> work) throws IOException {
    if (!running.compareAndSet(false, true)) {
      throw new BusyException();
    }
    try {
      stopping = false;
      done.set(0);
      return connected(work);
    } finally {
      running.set(false);
    }
  }

  private <T> T connected(Work<T> work) throws IOException {
    Connection connection = null;
    try {
      connection = endpoint().getConnection();
      return work.with(connection, new ParkedStream(connection, settings.get().dlq().stream()));
    } catch (JetStreamApiException | GeneralSecurityException e) {
      throw new IOException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted; what was not done is still parked", e);
    } finally {
      close(connection);
    }
  }

  private List<String> ingest() {
    return settings.get().streams().stream().map(StreamSettings::name).toList();
  }

  /** Knows how to log in. */
  private JetStreamEndpoint endpoint() {
    return camel.getEndpoint(
        "nats-jetstream:" + DlqSettings.SUBJECTS + "?servers={{wavehouse.nats.servers}}",
        JetStreamEndpoint.class);
  }

  private static void close(Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

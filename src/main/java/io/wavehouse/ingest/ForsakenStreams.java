package io.wavehouse.ingest;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.StreamInfo;
import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.StreamSettings;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of streams whose tenant is no longer in the settings: nobody receives from them, and their
 * rows stay until somebody decides. Told at the start and after each change of the settings.
 */
final class ForsakenStreams {
  /** A connection of the moment, as whoever it belongs to. */
  interface Login {
    Connection connect() throws IOException, InterruptedException, GeneralSecurityException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(ForsakenStreams.class);

  /** Between looks at a NATS that does not answer; the consumers complain of it, we do not. */
  private static final Duration TRY_AGAIN = Duration.ofSeconds(30);

  private final Login login;
  private final LongSupplier nanoClock;
  private boolean due = true;
  private long notBefore;

  /**
   * @param nanoClock monotonic, such as {@code System::nanoTime}
   */
  ForsakenStreams(Login login, LongSupplier nanoClock) {
    this.login = login;
    this.nanoClock = nanoClock;
    this.notBefore = nanoClock.getAsLong();
  }

  /** Makes the next look a real one. */
  void lookAgain() {
    due = true;
    notBefore = nanoClock.getAsLong();
  }

  /** Looks, if there is reason to. */
  void look(Settings settings) {
    if (!due || nanoClock.getAsLong() - notBefore < 0) {
      return;
    }
    notBefore = nanoClock.getAsLong() + TRY_AGAIN.toNanos();
    Connection connection = null;
    try {
      connection = login.connect();
      tell(connection.jetStreamManagement(), settings);
      due = false;
    } catch (IOException | GeneralSecurityException e) {
      LOG.debug("streams without a tenant: NATS does not answer", e);
    } catch (JetStreamApiException e) {
      due = false;
      LOG.info("streams without a tenant cannot be looked for: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close(connection);
    }
  }

  private static void tell(JetStreamManagement management, Settings settings)
      throws IOException, JetStreamApiException {
    String prefix = settings.stream().name() + "_";
    List<String> known = settings.streams().stream().map(StreamSettings::name).toList();
    for (String name : management.getStreamNames()) {
      if (name.startsWith(prefix) && !known.contains(name)) {
        String tenant = name.substring(prefix.length());
        StreamInfo stream = management.getStreamInfo(name);
        // Another bundle's stream may be called so too; ours captures the tenant's subjects.
        if (stream.getConfiguration().getSubjects().equals(List.of("ingest." + tenant + ".*"))) {
          LOG.warn(
              "stream {} is left alone with its {} messages: tenant {} is not in the settings. Set"
                  + " wavehouse.tenants.{}.clickhouse.url to receive them, or delete the stream",
              name,
              stream.getStreamState().getMsgCount(),
              tenant,
              tenant);
        }
      }
    }
  }

  private static void close(Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

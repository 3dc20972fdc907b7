package io.wavehouse.ingest.demo;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.GivenClickHouse;
import io.wavehouse.ingest.support.GivenNats;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * The servers, the tables and the bundle between them. Closing it ends what it started, and leaves
 * given servers as they were found.
 */
final class Stage implements AutoCloseable {
  private final Deque<AutoCloseable> ours = new ArrayDeque<>();
  private NatsServer nats;
  private ClickHouseServer clickHouse;
  private Tables tables;
  private Connection connection;
  private Streams streams;
  private BundleProcess bundle;

  /**
   * @param log where the bundle's output goes
   * @throws IllegalStateException in one line, when a server or the bundle does not come up
   */
  void set(Path log) throws Exception {
    nats = ours(Servers.nats());
    clickHouse = ours(Servers.clickHouse());
    connection = ours(connect(nats.url()));
    streams = new Streams(connection);
    List<String> inUse = streams.existing();
    if (!inUse.isEmpty()) {
      throw new IllegalStateException(
          "stream %s is in use on %s; the demo takes a NATS server without it"
              .formatted(inUse.get(0), nats.describe()));
    }
    tables = new Tables(clickHouse);
    tables.create(SampleEvents.TABLES);
    ours(this::tidy);
    bundle = ours(new BundleProcess(nats, clickHouse, log));
    Awaitility.await()
        .forever()
        .until(
            () -> {
              bundle.checkAlive();
              return streams.existing().contains(Streams.INGEST);
            });
  }

  private static Connection connect(String url) throws IOException, InterruptedException {
    // Silent: at the end the server goes first when both are interrupted.
    return Nats.connect(
        Options.builder().server(url).errorListener(new ErrorListener() {}).build());
  }

  private void tidy() throws IOException, JetStreamApiException {
    if (nats instanceof GivenNats) {
      streams.delete();
    }
    if (clickHouse instanceof GivenClickHouse) {
      tables.drop();
    }
  }

  private synchronized <T extends AutoCloseable> T ours(T resource) {
    ours.push(resource);
    return resource;
  }

  boolean canTakeClickHouseAway() {
    return !(clickHouse instanceof GivenClickHouse);
  }

  NatsServer nats() {
    return nats;
  }

  ClickHouseServer clickHouse() {
    return clickHouse;
  }

  Tables tables() {
    return tables;
  }

  Connection connection() {
    return connection;
  }

  Streams streams() {
    return streams;
  }

  BundleProcess bundle() {
    return bundle;
  }

  /** The last first. What cannot be closed does not keep the others from it. */
  @Override
  public synchronized void close() {
    while (!ours.isEmpty()) {
      try {
        ours.pop().close();
      } catch (Exception alreadyGone) {
        // the servers' own guards end them when all is interrupted at once
      }
    }
  }
}

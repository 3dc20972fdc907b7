package io.wavehouse.ingest.support;

import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Real servers for tests and the demo, in this order: given by the environment; in containers,
 * where Docker and the images are there; as processes on this machine. Each comes started, is named
 * in one line on stdout with the reason why it was taken, and belongs to the caller, who closes it.
 */
public final class Servers {
  private Servers() {}

  public static NatsServer nats() {
    return nats(ServerPlace.anywhere());
  }

  /** A server of our own lives in this place; a given one is where it is. */
  public static NatsServer nats(ServerPlace place) {
    String given = environment(GivenNats.VARIABLE, "");
    if (!given.isBlank()) {
      return started(new GivenNats(given), GivenNats.VARIABLE + " is set");
    }
    String why = GivenNats.VARIABLE + " is not set";
    Optional<String> noContainer = ContainerImage.NATS.whyNot();
    return noContainer.isEmpty()
        ? started(new ContainerNats(place, ""), why)
        : lastResort(() -> new ProcessNats(place, ""), why + ", " + noContainer.get());
  }

  public static ClickHouseServer clickHouse() {
    return clickHouse(ServerPlace.anywhere());
  }

  /** A server of our own lives in this place; a given one is where it is. */
  public static ClickHouseServer clickHouse(ServerPlace place) {
    String given = environment(GivenClickHouse.VARIABLE, "");
    if (!given.isBlank()) {
      String user = environment("WAVEHOUSE_CLICKHOUSE_USERNAME", "default");
      String password = environment("WAVEHOUSE_CLICKHOUSE_PASSWORD", "");
      return started(
          new GivenClickHouse(URI.create(given), user, password),
          GivenClickHouse.VARIABLE + " is set");
    }
    String why = GivenClickHouse.VARIABLE + " is not set";
    Optional<String> noContainer = ContainerImage.CLICKHOUSE.whyNot();
    String classpath = System.getProperty("java.class.path");
    return noContainer.isEmpty()
        ? started(new ContainerClickHouse(place), why)
        : lastResort(() -> new ChdbClickHouse(place, classpath), why + ", " + noContainer.get());
  }

  /** The last way there is: when it fails, the reasons against the others belong to the error. */
  private static <T extends RealServer> T lastResort(Supplier<T> last, String why) {
    try {
      return started(last.get(), why);
    } catch (IllegalStateException | UncheckedIOException e) {
      throw new IllegalStateException("no server (" + why + "): " + e.getMessage(), e);
    }
  }

  private static <T extends RealServer> T started(T server, String why) {
    System.out.println("Using " + server.describe() + " (" + why + ")");
    server.start();
    return server;
  }

  private static String environment(String name, String otherwise) {
    Map<String, String> environment = System.getenv();
    return environment.getOrDefault(name, otherwise);
  }
}

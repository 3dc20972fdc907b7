package io.wavehouse.ingest;

import io.wavehouse.ingest.routes.BadRoutesException;
import io.wavehouse.ingest.routes.RouteCheck;
import io.wavehouse.ingest.routes.RouteFolder;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.SettingsException;
import io.wavehouse.ingest.settings.SettingsSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.apache.camel.main.Main;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the bundle: Camel routes from NATS JetStream into ClickHouse. */
public final class WaveHouse {
  private static final Logger LOG = LoggerFactory.getLogger(WaveHouse.class);

  private WaveHouse() {}

  /** Runs until told to stop; exits with 2 when arguments, settings or routes are wrong. */
  public static void main(String[] args) {
    Main bundle = new Main();
    DrainedExit exit = new DrainedExit(bundle);
    bundle.bind("consumerEnd", exit);
    bundle.addMainListener(exit); // first: who reads that it started may stop it
    try {
      Arguments arguments = Arguments.parse(args);
      LiveSettings live = new LiveSettings(new SettingsSource(arguments.config(), System.getenv()));
      Settings settings = live.get();
      settings.warnings().forEach(LOG::warn);
      requireFreePort("wavehouse.http.port", settings.http().bind(), settings.http().port());
      requireFreePort(
          "wavehouse.management.port", settings.management().bind(), settings.management().port());
      assemble(bundle, live);
      Optional<RouteFolder> routes = arguments.routes().map(RouteFolder::new);
      if (routes.isPresent()) {
        new RouteCheck(new BundleParts(live)).check(routes.get());
        bundle.addOverrideProperty("camel.main.routes-include-pattern", routes.get().pattern());
      }
    } catch (BadRoutesException e) {
      e.problems().forEach(problem -> LOG.error("the bundle cannot start: {}", problem));
      System.exit(2);
      return;
    } catch (SettingsException | IOException e) {
      LOG.error("the bundle cannot start: {}", e.getMessage());
      System.exit(2);
      return;
    }
    try {
      bundle.run();
    } catch (Exception e) {
      if (DrainedExit.isJvmEnding()) {
        LOG.info("told to stop before it had started");
        return; // an exit within the end of the JVM would wait for ever
      }
      LOG.error("the bundle cannot start: {}", RootCause.of(e).getMessage());
      System.exit(1);
    }
  }

  /** Camel only warns of a port that is taken, and runs on without what should be there. */
  private static void requireFreePort(String key, String bind, int port) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(bind, port));
    } catch (IOException e) {
      throw new SettingsException(
          "%s=%d: cannot listen on %s: %s; choose another, or 0 for any"
              .formatted(key, port, bind, e.getMessage()));
    }
  }

  /** The bundle with the packaged routes, not yet started. */
  public static Main bundle(LiveSettings live) {
    Main main = new Main();
    assemble(main, live);
    return main;
  }

  private static void assemble(Main main, LiveSettings live) {
    live.get().asProperties().forEach(main::addOverrideProperty);
    main.addMainListener(new Assembly(live));
  }
}

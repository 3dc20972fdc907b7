package io.wavehouse.ingest;

import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.SettingsException;
import io.wavehouse.ingest.settings.SettingsSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.apache.camel.main.Main;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the bundle: Camel routes from NATS JetStream into ClickHouse. */
public final class WaveHouse {
  private static final Logger LOG = LoggerFactory.getLogger(WaveHouse.class);

  private WaveHouse() {}

  /** Runs until told to stop; exits with 2 when the arguments or settings are wrong. */
  public static void main(String[] args) {
    Main bundle;
    try {
      Arguments arguments = Arguments.parse(args);
      LiveSettings live = new LiveSettings(new SettingsSource(arguments.config(), System.getenv()));
      Settings settings = live.get();
      settings.warnings().forEach(LOG::warn);
      requireFreePort("wavehouse.http.port", settings.http().bind(), settings.http().port());
      requireFreePort(
          "wavehouse.management.port", settings.management().bind(), settings.management().port());
      bundle = bundle(live);
      arguments
          .routes()
          .ifPresent(
              folder ->
                  bundle.addOverrideProperty(
                      "camel.main.routes-include-pattern", "file:" + folder + "/*.camel.yaml"));
    } catch (SettingsException e) {
      LOG.error("the bundle cannot start: {}", e.getMessage());
      System.exit(2);
      return;
    }
    DrainedExit exit = new DrainedExit(bundle);
    bundle.addMainListener(exit);
    bundle.bind("consumerEnd", exit);
    try {
      bundle.run();
    } catch (Exception e) {
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

  /** The bundle, not yet started. */
  public static Main bundle(LiveSettings live) {
    Main main = new Main();
    live.get().asProperties().forEach(main::addOverrideProperty);
    main.addMainListener(new Assembly(live));
    return main;
  }
}

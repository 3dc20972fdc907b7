package io.wavehouse.ingest;

import io.wavehouse.ingest.settings.ManagementSettings;
import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.SettingsException;
import io.wavehouse.ingest.settings.SettingsLoader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.spi.PropertiesComponent;
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
      Settings settings = SettingsLoader.load(arguments.config(), System.getenv());
      settings.warnings().forEach(LOG::warn);
      requireFreePort(settings.management());
      bundle = bundle(settings);
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
      LOG.error("the bundle cannot start: {}", rootCause(e).getMessage());
      System.exit(1);
    }
  }

  /** Camel only warns of a port that is taken, and runs on without health and metrics. */
  private static void requireFreePort(ManagementSettings management) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(management.bind(), management.port()));
    } catch (IOException e) {
      throw new SettingsException(
          "wavehouse.management.port=%d: cannot listen on %s: %s; choose another, or 0 for any"
              .formatted(management.port(), management.bind(), e.getMessage()));
    }
  }

  /** The bundle, not yet started. */
  public static Main bundle(Settings settings) {
    Main main = new Main();
    settings.asProperties().forEach(main::addOverrideProperty);
    main.addMainListener(
        new MainListenerSupport() {
          @Override
          public void beforeInitialize(BaseMainSupport support) {
            onlyOurSettings(support.getCamelContext().getPropertiesComponent());
          }

          @Override
          public void beforeConfigure(BaseMainSupport support) {
            Steps.bind(support.getCamelContext(), settings);
          }

          @Override
          public void afterConfigure(BaseMainSupport support) {
            new TenantStreams(support.getCamelContext()).add(settings);
          }

          @Override
          public void afterStart(BaseMainSupport support) {
            LOG.info(
                "from stream {} of {} into ClickHouse {}; health, metrics and Jolokia under"
                    + " http://{}:{}/observe",
                settings.stream().name(),
                String.join(",", settings.nats().servers()),
                settings.clickHouse().pool(),
                settings.management().bind(),
                settings.management().port());
          }
        });
    return main;
  }

  /**
   * Camel would take an environment variable as it stands before our checked and converted value.
   */
  private static void onlyOurSettings(PropertiesComponent properties) {
    org.apache.camel.component.properties.PropertiesComponent component =
        (org.apache.camel.component.properties.PropertiesComponent) properties;
    component.setEnvironmentVariableMode(
        org.apache.camel.component.properties.PropertiesComponent.ENVIRONMENT_VARIABLES_MODE_NEVER);
    component.setSystemPropertiesMode(
        org.apache.camel.component.properties.PropertiesComponent.SYSTEM_PROPERTIES_MODE_NEVER);
  }

  private static Throwable rootCause(Throwable e) {
    return e.getCause() == null ? e : rootCause(e.getCause());
  }
}

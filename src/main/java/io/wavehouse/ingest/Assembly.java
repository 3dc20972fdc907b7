package io.wavehouse.ingest;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.deadletter.DeadLetterOperations;
import io.wavehouse.ingest.http.EdgeAddress;
import io.wavehouse.ingest.jetstream.JetStreamEndpoint;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.Settings;
import org.apache.camel.CamelContext;
import org.apache.camel.component.properties.PropertiesComponent;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.MainListenerSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the bundle together as Camel starts: steps, tenants' routes, and the look at settings. */
final class Assembly extends MainListenerSupport {
  private static final Logger LOG = LoggerFactory.getLogger(Assembly.class);

  private final LiveSettings live;
  private final Backoffs backoffs;

  Assembly(LiveSettings live) {
    this.live = live;
    this.backoffs = Steps.backoffs(live.get());
  }

  /**
   * Camel would take an environment variable as it stands before our checked and converted value.
   */
  @Override
  public void beforeInitialize(BaseMainSupport support) {
    PropertiesComponent properties =
        (PropertiesComponent) support.getCamelContext().getPropertiesComponent();
    properties.setEnvironmentVariableMode(PropertiesComponent.ENVIRONMENT_VARIABLES_MODE_NEVER);
    properties.setSystemPropertiesMode(PropertiesComponent.SYSTEM_PROPERTIES_MODE_NEVER);
  }

  @Override
  public void beforeConfigure(BaseMainSupport support) {
    Steps.bind(support.getCamelContext(), live, backoffs);
  }

  @Override
  public void afterConfigure(BaseMainSupport support) {
    CamelContext camel = support.getCamelContext();
    DeadLetterOperations.open(camel, live);
    TenantStreams streams = new TenantStreams(camel);
    streams.add(live.get());
    JetStreamEndpoint all =
        camel.getEndpoint(
            "nats-jetstream:streams?servers={{wavehouse.nats.servers}}", JetStreamEndpoint.class);
    camel.addLifecycleStrategy(
        new SettingsLooks(
            new SettingsReload(
                live,
                streams,
                new ForsakenStreams(all::getConnection, System::nanoTime),
                backoffs)));
  }

  @Override
  public void afterStart(BaseMainSupport support) {
    Settings settings = live.get();
    LOG.info(
        "from stream {} of {} into ClickHouse {}; health, metrics and Jolokia under"
            + " http://{}:{}/observe",
        settings.stream().name(),
        String.join(",", settings.nats().servers()),
        settings.clickHouse().pool(),
        settings.management().bind(),
        settings.management().port());
    EdgeAddress.of(support.getCamelContext())
        .ifPresent(edge -> LOG.info("rows over HTTP: POST to {}/v1/ingest/<table>", edge));
  }
}

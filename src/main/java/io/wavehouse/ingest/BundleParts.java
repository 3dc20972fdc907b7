package io.wavehouse.ingest;

import io.wavehouse.ingest.routes.RouteParts;
import io.wavehouse.ingest.settings.LiveSettings;
import java.util.Map;
import org.apache.camel.CamelContext;

/** The bundle's beans, settings and tenants, for routes that are checked. */
final class BundleParts implements RouteParts {
  private final LiveSettings live;

  BundleParts(LiveSettings live) {
    this.live = live;
  }

  @Override
  public Map<String, String> properties() {
    return live.get().asProperties();
  }

  @Override
  public void bind(CamelContext camel) {
    Steps.bind(camel, live, Steps.backoffs(live.get()));
  }

  @Override
  public void addTenants(CamelContext camel) {
    new TenantStreams(camel).add(live.get());
  }
}

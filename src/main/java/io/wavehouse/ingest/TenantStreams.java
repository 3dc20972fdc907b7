package io.wavehouse.ingest;

import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.StreamSettings;
import io.wavehouse.ingest.settings.TenantSettings;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.model.ModelCamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A route for each tenant with a stream of its own, made from the same template as the default
 * tenant's: own connection, window and budget, so that one tenant's waiting rows cost no other.
 *
 * <p><b>Failure semantics.</b> A route that is removed drains first: its rows in hand land, or go
 * back to its stream when the drain timeout is over. The stream itself is never touched.
 */
final class TenantStreams {
  private static final Logger LOG = LoggerFactory.getLogger(TenantStreams.class);
  private static final String TEMPLATE = "ingest-stream";
  private final CamelContext camel;

  TenantStreams(CamelContext camel) {
    this.camel = camel;
  }

  /** Adds the routes that the settings of the start ask for and no file of routes has. */
  void add(Settings settings) {
    for (TenantSettings tenant : owners(settings).values()) {
      if (((ModelCamelContext) camel).getRouteDefinition(routeId(tenant)) == null) {
        add(tenant);
      }
    }
  }

  /** Drains and removes the routes of tenants that are no longer in the settings. */
  void removeAllBut(Settings next, Settings before) throws Exception {
    Map<String, TenantSettings> gone = owners(before);
    gone.keySet().removeAll(owners(next).keySet());
    for (TenantSettings tenant : gone.values()) {
      LOG.info("tenant {} is no longer in the settings: its route drains", tenant.id());
      camel.getRouteController().stopRoute(routeId(tenant));
      camel.removeRoute(routeId(tenant));
    }
  }

  /** Adds the routes of tenants that are new. One that cannot start is left out, with an ERROR. */
  void addMissing(Settings next) {
    for (TenantSettings tenant : owners(next).values()) {
      if (camel.getRoute(routeId(tenant)) == null) {
        try {
          add(tenant);
          LOG.info("receiving for tenant {} from stream {}", tenant.id(), stream(tenant).name());
        } catch (RuntimeException e) {
          LOG.error(
              "tenant {} cannot start: {}. The others run on; correct its stream, then change the"
                  + " settings file once more",
              tenant.id(),
              RootCause.of(e).getMessage());
          discard(tenant);
        }
      }
    }
  }

  private void add(TenantSettings tenant) {
    StreamSettings stream = stream(tenant);
    TemplatedRouteBuilder.builder(camel, TEMPLATE)
        .routeId(routeId(tenant))
        .prefixId(tenant.id() + "-")
        .parameter("stream", stream.name())
        .parameter("subjects", String.join(",", stream.subjects()))
        .parameter("maxStreamBytes", stream.maxBytes())
        .add();
  }

  private void discard(TenantSettings tenant) {
    try {
      camel.getRouteController().stopRoute(routeId(tenant));
      camel.removeRoute(routeId(tenant));
    } catch (Exception e) {
      LOG.debug("route {} was not there", routeId(tenant), e);
    }
  }

  private static Map<String, TenantSettings> owners(Settings settings) {
    Map<String, TenantSettings> owners = new TreeMap<>(settings.tenants());
    owners.values().removeIf(tenant -> tenant.stream().isEmpty());
    return owners;
  }

  private static StreamSettings stream(TenantSettings tenant) {
    return tenant.stream().orElseThrow();
  }

  private static String routeId(TenantSettings tenant) {
    return "ingest-" + tenant.id();
  }
}

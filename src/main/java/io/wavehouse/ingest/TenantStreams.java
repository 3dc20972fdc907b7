package io.wavehouse.ingest;

import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.StreamSettings;
import io.wavehouse.ingest.settings.TenantSettings;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.TemplatedRouteBuilder;

/**
 * A route for each tenant with a stream of its own, made from the same template as the default
 * tenant's: own connection, window and budget, so that one tenant's waiting rows cost no other.
 */
final class TenantStreams {
  private static final String TEMPLATE = "ingest-stream";
  private final CamelContext camel;

  TenantStreams(CamelContext camel) {
    this.camel = camel;
  }

  /** Adds the routes that settings ask for. */
  void add(Settings settings) {
    settings
        .tenants()
        .values()
        .forEach(tenant -> tenant.stream().ifPresent(stream -> add(tenant, stream)));
  }

  private void add(TenantSettings tenant, StreamSettings stream) {
    TemplatedRouteBuilder.builder(camel, TEMPLATE)
        .routeId("ingest-" + tenant.id())
        .prefixId(tenant.id() + "-")
        .parameter("stream", stream.name())
        .parameter("subjects", String.join(",", stream.subjects()))
        .parameter("maxStreamBytes", stream.maxBytes())
        .add();
  }
}

package io.wavehouse.ingest.http;

import io.wavehouse.ingest.settings.HttpSettings;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServerConfiguration;

/**
 * Which of its servers' ports a route of platform-http is served at. Camel (4.17) looks for the one
 * server there is; beside a management server it finds two, takes 8080 and does not start with any
 * other port but 0.
 */
public final class EdgePort {
  private EdgePort() {}

  /** For the registry, where camel-platform-http looks for it next; the server has its own. */
  public static VertxPlatformHttpServerConfiguration of(HttpSettings http) {
    VertxPlatformHttpServerConfiguration port = new VertxPlatformHttpServerConfiguration();
    port.setBindPort(http.port());
    return port;
  }
}

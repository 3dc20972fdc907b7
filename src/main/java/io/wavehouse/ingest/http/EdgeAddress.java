package io.wavehouse.ingest.http;

import java.net.URI;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.component.platform.http.PlatformHttpEndpoint;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;

/** Where the edge listens: the port that was found when any would do. */
public final class EdgeAddress {
  private EdgeAddress() {}

  /** Like {@code http://127.0.0.1:8080}; empty when no route takes HTTP requests. */
  public static Optional<URI> of(CamelContext camel) {
    boolean served =
        camel.getRoutes().stream()
            .map(Route::getEndpoint)
            .anyMatch(PlatformHttpEndpoint.class::isInstance);
    VertxPlatformHttpServer server = camel.hasService(VertxPlatformHttpServer.class);
    return served && server != null
        ? Optional.of(URI.create("http://" + host(server.getHost()) + ":" + server.getPort()))
        : Optional.empty();
  }

  private static String host(String bind) {
    return bind.contains(":") ? "[" + bind + "]" : bind;
  }
}

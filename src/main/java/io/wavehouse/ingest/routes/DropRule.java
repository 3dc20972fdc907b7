package io.wavehouse.ingest.routes;

import org.apache.camel.model.RouteDefinition;

/**
 * A {@code drop} where rows come in chunks would take those that arrived together with the one that
 * was meant.
 */
final class DropRule implements Rule {
  @Override
  public void look(ParsedRoutes routes) {
    for (RouteDefinition route : routes.routes()) {
      if (ParsedRoutes.isConsumer(route)
          && !ParsedRoutes.from(route).matches(".*[?&]chunk=1(&.*)?")) {
        Step.all(route).stream()
            .filter(step -> step.asks("drop"))
            .forEach(
                step ->
                    routes.add(
                        route,
                        step.definition(),
                        "drop would take all rows that arrived together",
                        "add chunk: 1 to the parameters of the route's from"));
      }
    }
  }
}

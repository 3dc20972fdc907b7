package io.wavehouse.ingest.routes;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.model.RouteDefinition;

/** A call of a route that is not there would block its rows for half a minute, again and again. */
final class CallsRule implements Rule {
  /** The bean that looks for the rejected rows calls this route by itself. */
  private static final String SEARCH = "isolate";

  private static final String SEARCHED = "insert-part";

  @Override
  public void look(ParsedRoutes routes) {
    Set<String> targets = new HashSet<>();
    for (RouteDefinition route : routes.routes()) {
      Optional<String> target = Step.target(ParsedRoutes.from(route));
      if (target.isPresent() && !targets.add(target.get())) {
        routes.add(
            route,
            route,
            "two routes take from direct:" + target.get(),
            "give one of them another name");
      }
    }
    for (RouteDefinition route : routes.routes()) {
      for (Step step : Step.all(route)) {
        step.target()
            .filter(target -> !targets.contains(target) && !target.contains("$"))
            .ifPresent(target -> missing(routes, route, step, target));
        if (step.asks(SEARCH) && !targets.contains(SEARCHED)) {
          missing(routes, route, step, SEARCHED);
        }
      }
    }
  }

  private static void missing(ParsedRoutes routes, RouteDefinition route, Step step, String name) {
    routes.add(
        route, step.definition(), "no route takes from direct:" + name, "add it, or mend the name");
  }
}

package io.wavehouse.ingest.routes;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.camel.NamedNode;
import org.apache.camel.model.RouteDefinition;

/** Rows come in, by endpoints that name all they need, and get to where they can be settled. */
final class IntakeRule implements Rule {
  private static final Set<String> SETTLES =
      Set.of("insertConfirmation", "deadLetterStored", "drop");

  @Override
  public void look(ParsedRoutes routes) {
    List<RouteDefinition> consumers =
        routes.routes().stream().filter(ParsedRoutes::isConsumer).toList();
    if (consumers.isEmpty()) {
      routes.addOfFolder(
          "no route takes from nats-jetstream", "the folder must have all routes of the bundle");
    }
    for (RouteDefinition route : consumers) {
      String from = ParsedRoutes.from(route);
      for (String option : List.of("servers", "jetstreamName", "durableName")) {
        require(routes, route, route.getInput(), from, option);
      }
      if (!settles(routes, route, new HashSet<>())) {
        routes.add(
            route,
            route,
            "rows of route '" + route.getId() + "' reach no insert, no dead letter and no drop",
            "let them reach direct:insert");
      }
    }
    for (RouteDefinition route : routes.routes()) {
      for (Step step : Step.all(route)) {
        step.uri()
            .filter(uri -> uri.startsWith("nats-jetstream:"))
            .ifPresent(uri -> require(routes, route, step.definition(), uri, "servers"));
      }
    }
  }

  private static void require(
      ParsedRoutes routes, RouteDefinition route, NamedNode node, String uri, String option) {
    if (!uri.contains("?" + option + "=") && !uri.contains("&" + option + "=")) {
      routes.add(
          route, node, "nats-jetstream lacks the option " + option, "add it to the parameters");
    }
  }

  private static boolean settles(
      ParsedRoutes routes, RouteDefinition route, Set<RouteDefinition> seen) {
    return seen.add(route)
        && Step.all(route).stream()
            .anyMatch(
                step ->
                    step.bean().filter(SETTLES::contains).isPresent()
                        || routes
                            .called(step)
                            .filter(called -> settles(routes, called, seen))
                            .isPresent());
  }
}

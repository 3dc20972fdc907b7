package io.wavehouse.ingest.routes;

import java.util.HashSet;
import java.util.Set;
import org.apache.camel.model.AggregateDefinition;
import org.apache.camel.model.RouteDefinition;

/** Rows that another strategy gathers would go back to the queue, and be inserted all the same. */
final class BatchRule implements Rule {
  private static final Set<String> STRATEGIES = Set.of("batches", "#bean:batches", "#batches");

  @Override
  public void look(ParsedRoutes routes) {
    Set<RouteDefinition> seen = new HashSet<>();
    routes.routes().stream()
        .filter(ParsedRoutes::isConsumer)
        .forEach(route -> look(routes, route, seen));
  }

  private static void look(ParsedRoutes routes, RouteDefinition route, Set<RouteDefinition> seen) {
    if (!seen.add(route)) {
      return;
    }
    for (Step step : Step.all(route)) {
      if (step.definition() instanceof AggregateDefinition aggregate
          && !STRATEGIES.contains(String.valueOf(aggregate.getAggregationStrategy()))) {
        routes.add(
            route,
            aggregate,
            "rows gathered in a way of one's own would land and come again",
            "use aggregationStrategy: batches");
      }
      routes.called(step).ifPresent(called -> look(routes, called, seen));
    }
  }
}

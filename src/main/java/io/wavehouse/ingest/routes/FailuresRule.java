package io.wavehouse.ingest.routes;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.camel.model.ErrorHandlerDefinition;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.RouteConfigurationDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.errorhandler.NoErrorHandlerDefinition;
import org.apache.camel.support.PatternHelper;

/**
 * What calls ClickHouse, or parks a row, has somebody who deals with its failure: the route itself,
 * or whoever called it. Otherwise an outage would be met without a backoff, and a bad row would
 * come again for ever.
 */
final class FailuresRule implements Rule {
  /** In the uri of a call of ClickHouse. */
  static final String CLICKHOUSE = "WavehouseClickHouse";

  private record Need(String bean, String handler, String configuration) {}

  private static final List<Need> NEEDS =
      List.of(
          new Need("insertRequest", "triage", "failures"),
          new Need("insertConfirmation", "triage", "failures"),
          new Need("deadLetterStored", "deadLetterFailed", "dead-letter-failures"));

  @Override
  public void look(ParsedRoutes routes) {
    for (RouteDefinition route : routes.routes()) {
      checkConfigurations(routes, route);
      for (Need need : NEEDS) {
        if (Step.all(route).stream().anyMatch(step -> step.asks(need.bean()))) {
          check(routes, route, need, new HashSet<>());
        }
      }
    }
  }

  private static void checkConfigurations(ParsedRoutes routes, RouteDefinition route) {
    String ids = route.getRouteConfigurationId();
    if (ids == null) {
      return;
    }
    for (String id : ids.split(",", -1)) {
      if (routes.configurations().stream()
          .map(RouteConfigurationDefinition::getId)
          .noneMatch(known -> PatternHelper.matchPattern(known, id.strip()))) {
        routes.add(
            route, route, "there is no routeConfiguration '" + id.strip() + "'", "mend its name");
      }
    }
  }

  private static void check(
      ParsedRoutes routes, RouteDefinition route, Need need, Set<RouteDefinition> seen) {
    if (handles(route, need) || !seen.add(route)) {
      return;
    }
    if (!passesOn(route)) {
      routes.add(
          route,
          route,
          "nobody deals with failures of route '"
              + route.getId()
              + "': no onException asks "
              + need.handler(),
          "give it routeConfigurationId: " + need.configuration());
      return;
    }
    for (RouteDefinition caller : routes.routes()) {
      if (Step.all(caller).stream()
          .anyMatch(step -> routes.called(step).filter(route::equals).isPresent())) {
        check(routes, caller, need, seen);
      }
    }
  }

  private static boolean handles(RouteDefinition route, Need need) {
    return Step.of(route).stream()
        .filter(step -> step.definition() instanceof OnExceptionDefinition)
        .flatMap(step -> Step.all(step.definition()).stream())
        .anyMatch(step -> step.asks(need.handler()));
  }

  private static boolean passesOn(RouteDefinition route) {
    ErrorHandlerDefinition handler = route.getErrorHandler();
    return handler != null && handler.getErrorHandlerType() instanceof NoErrorHandlerDefinition;
  }
}

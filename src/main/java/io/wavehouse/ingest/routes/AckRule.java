package io.wavehouse.ingest.routes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.model.RouteDefinition;

/**
 * No {@code ack} before the insert. At run time the step refuses such rows, and they would come
 * again for ever.
 */
final class AckRule implements Rule {
  private static final String CONFIRMS = "insertConfirmation";
  private static final String ACKS = "ack";

  @Override
  public void look(ParsedRoutes routes) {
    new Walk(routes).report();
  }

  /** Follows calls from route to route: a route may be called after an insert, or make one. */
  private static final class Walk {
    private final ParsedRoutes routes;
    private final Map<RouteDefinition, Boolean> enteredConfirmed = new HashMap<>();
    private final Set<RouteDefinition> open = new HashSet<>();
    private boolean changed = true;
    private boolean reporting;

    Walk(ParsedRoutes routes) {
      this.routes = routes;
      Set<RouteDefinition> called = new HashSet<>();
      for (RouteDefinition route : routes.routes()) {
        Step.all(route).forEach(step -> routes.called(step).ifPresent(called::add));
      }
      routes.routes().forEach(route -> enteredConfirmed.put(route, called.contains(route)));
    }

    void report() {
      while (changed) {
        changed = false;
        routes.routes().forEach(this::walk);
      }
      reporting = true;
      routes.routes().forEach(this::walk);
    }

    private boolean walk(RouteDefinition route) {
      return walk(route, Step.of(route), enteredConfirmed.get(route));
    }

    /** Whether rows are confirmed after these steps. */
    private boolean walk(RouteDefinition route, List<Step> steps, boolean before) {
      boolean confirmed = before;
      for (Step step : steps) {
        if (step.asks(ACKS) && !confirmed && reporting) {
          routes.add(
              route,
              step.definition(),
              "ack stands before the insert that confirms its rows",
              "move it behind direct:insert-part");
        }
        confirmed = after(route, step, confirmed);
      }
      return confirmed;
    }

    private boolean after(RouteDefinition route, Step step, boolean before) {
      if (step.asks(CONFIRMS)) {
        return true;
      }
      if (routes.called(step).isPresent()) {
        RouteDefinition called = routes.called(step).get();
        if (!before && enteredConfirmed.put(called, false)) {
          changed = true;
        }
        return before || confirms(called);
      }
      boolean within = false;
      for (List<Step> branch : step.branches()) {
        within = walk(route, branch, before);
      }
      return before || (within && step.isPassedThrough());
    }

    /** Whether a route confirms what it is given. */
    private boolean confirms(RouteDefinition route) {
      if (!open.add(route)) {
        return false;
      }
      boolean reportingBefore = reporting;
      reporting = false;
      boolean confirms = walk(route, Step.of(route), false);
      reporting = reportingBefore;
      open.remove(route);
      return confirms;
    }
  }
}

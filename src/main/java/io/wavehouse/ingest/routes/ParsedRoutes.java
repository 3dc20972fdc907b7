package io.wavehouse.ingest.routes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.NamedNode;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteConfigurationDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RouteTemplateDefinition;
import org.apache.camel.spi.ResourceAware;

/** Routes that Camel has read and nobody has started: what the rules look at. */
final class ParsedRoutes {
  private final List<RouteDefinition> routes;
  private final List<RouteTemplateDefinition> templates;
  private final List<RouteConfigurationDefinition> configurations;
  private final Map<String, RouteDefinition> byTarget = new LinkedHashMap<>();
  private final List<RouteProblem> problems = new ArrayList<>();

  ParsedRoutes(Model model) {
    this.routes = List.copyOf(model.getRouteDefinitions());
    this.templates = List.copyOf(model.getRouteTemplateDefinitions());
    this.configurations = List.copyOf(model.getRouteConfigurationDefinitions());
    routes.forEach(route -> target(route).ifPresent(target -> byTarget.put(target, route)));
  }

  List<RouteDefinition> routes() {
    return routes;
  }

  List<RouteTemplateDefinition> templates() {
    return templates;
  }

  List<RouteConfigurationDefinition> configurations() {
    return configurations;
  }

  /** The route that a step calls. */
  Optional<RouteDefinition> called(Step step) {
    return step.target().map(byTarget::get);
  }

  /** What a route takes from. */
  static String from(RouteDefinition route) {
    return String.valueOf(route.getInput().getEndpointUri());
  }

  static boolean isConsumer(RouteDefinition route) {
    return from(route).startsWith("nats-jetstream:");
  }

  private static Optional<String> target(RouteDefinition route) {
    return Step.target(from(route));
  }

  /** A step of a route is wrong. */
  void add(RouteDefinition route, NamedNode node, String what, String remedy) {
    String file = file(node).or(() -> file(route)).or(() -> template(route)).orElse("");
    int line = node.getLineNumber() > 0 ? node.getLineNumber() : route.getLineNumber();
    if (line <= 0) {
      line = 1;
    }
    RouteProblem problem = new RouteProblem(file, line, what, remedy);
    if (!problems.contains(problem)) {
      problems.add(problem);
    }
  }

  /** The routes as a whole are wrong. */
  void addOfFolder(String what, String remedy) {
    problems.add(RouteProblem.ofFolder(what, remedy));
  }

  private Optional<String> template(RouteDefinition route) {
    return templates.stream()
        .filter(template -> isFrom(route, template))
        .findFirst()
        .flatMap(template -> name(template.getLocation()));
  }

  private static boolean isFrom(RouteDefinition route, RouteTemplateDefinition template) {
    return route.isTemplate() != null
        && route.isTemplate()
        && from(route).equals(from(template.getRoute()));
  }

  private static Optional<String> file(NamedNode node) {
    return node instanceof ResourceAware aware && aware.getResource() != null
        ? name(aware.getResource().getLocation())
        : name(node.getLocation());
  }

  private static Optional<String> name(String location) {
    return Optional.ofNullable(location).map(path -> path.substring(path.lastIndexOf('/') + 1));
  }

  List<RouteProblem> problems() {
    return problems;
  }
}

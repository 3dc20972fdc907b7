package io.wavehouse.ingest.routes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RouteTemplateDefinition;
import org.apache.camel.model.RouteTemplateParameterDefinition;
import org.apache.camel.model.TemplatedRouteDefinition;
import org.apache.camel.model.TemplatedRouteParameterDefinition;

/**
 * What stands in the files before Camel puts it together: ids, which it would let one route take
 * from another, and what templates are given.
 */
final class WrittenRoutes {
  private record Place(RouteFile file, int line) {
    @Override
    public String toString() {
      return file.name() + ":" + line;
    }
  }

  private record Templated(RouteFile file, TemplatedRouteDefinition route) {}

  private final Map<String, Place> routeIds = new HashMap<>();
  private final Map<String, Place> stepIds = new HashMap<>();
  private final Map<String, RouteTemplateDefinition> templates = new HashMap<>();
  private final List<Templated> templated = new ArrayList<>();
  private final List<RouteProblem> problems = new ArrayList<>();

  void add(RouteFile file, RouteBuilder builder) {
    for (RouteDefinition route : builder.getRouteCollection().getRoutes()) {
      requireId(file, route.getId(), route.getLineNumber());
      addSteps(file, route);
    }
    for (RouteTemplateDefinition template :
        builder.getRouteTemplateCollection().getRouteTemplates()) {
      requireId(file, template.getId(), template.getLineNumber());
      templates.put(template.getId(), template);
      addSteps(file, template.getRoute());
    }
    for (TemplatedRouteDefinition route :
        builder.getTemplatedRouteCollection().getTemplatedRoutes()) {
      requireId(file, route.getRouteId(), line(file, route));
      templated.add(new Templated(file, route));
    }
  }

  private void requireId(RouteFile file, String id, int line) {
    if (id == null) {
      add(file, line, "a route without an id", "give it one, by which logs and metrics name it");
      return;
    }
    Place first = routeIds.putIfAbsent(id, new Place(file, line));
    if (first != null) {
      add(file, line, "route '" + id + "' is in " + first + " already", "give it another id");
    }
  }

  private void addSteps(RouteFile file, RouteDefinition route) {
    for (Step step : Step.all(route)) {
      String id = step.definition().getId();
      int line = step.definition().getLineNumber();
      if (id != null) {
        Place first = stepIds.putIfAbsent(id, new Place(file, line));
        if (first != null) {
          add(file, line, "step '" + id + "' is in " + first + " already", "give it another id");
        }
      }
    }
  }

  /** All of them; once every file was added. */
  List<RouteProblem> problems() {
    templated.forEach(this::checkParameters);
    return problems;
  }

  private void checkParameters(Templated entry) {
    TemplatedRouteDefinition route = entry.route();
    RouteTemplateDefinition template = templates.get(route.getRouteTemplateRef());
    int line = line(entry.file(), route);
    if (template == null) {
      add(
          entry.file(),
          line,
          "there is no routeTemplate '" + route.getRouteTemplateRef() + "'",
          "mend its name");
      return;
    }
    Set<String> given =
        route.getParameters() == null
            ? Set.of()
            : route.getParameters().stream()
                .map(TemplatedRouteParameterDefinition::getName)
                .collect(Collectors.toSet());
    List<RouteTemplateParameterDefinition> known =
        template.getTemplateParameters() == null ? List.of() : template.getTemplateParameters();
    for (RouteTemplateParameterDefinition parameter : known) {
      if (parameter.isRequired()
          && parameter.getDefaultValue() == null
          && !given.contains(parameter.getName())) {
        add(
            entry.file(),
            line,
            "template '" + template.getId() + "' is not given '" + parameter.getName() + "'",
            "add it to the parameters");
      }
    }
    given.stream()
        .filter(name -> known.stream().noneMatch(one -> one.getName().equals(name)))
        .sorted()
        .forEach(
            name ->
                add(
                    entry.file(),
                    line,
                    "template '" + template.getId() + "' has no parameter '" + name + "'",
                    "mend its name"));
  }

  /** Camel puts no line on a templated route. */
  private static int line(RouteFile file, TemplatedRouteDefinition route) {
    String[] lines = file.content().split("\n", -1);
    String wanted =
        route.getRouteId() == null
            ? "routeTemplateRef: " + route.getRouteTemplateRef()
            : "routeId: " + route.getRouteId();
    for (int at = 0; at < lines.length; at++) {
      if (lines[at].strip().replace("- ", "").startsWith(wanted)) {
        return at + 1;
      }
    }
    return 1;
  }

  private void add(RouteFile file, int line, String what, String remedy) {
    problems.add(new RouteProblem(file.name(), Math.max(1, line), what, remedy));
  }
}

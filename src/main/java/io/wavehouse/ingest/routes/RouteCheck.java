package io.wavehouse.ingest.routes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;

/**
 * Whether routes may run: Camel can read them and make their steps, and our rules hold. Nothing is
 * connected to.
 *
 * <p><b>Failure semantics.</b> What it lets pass can still fail, and then rows go back to the
 * queue. It keeps out what would lose a row or stand still.
 */
public final class RouteCheck {
  private static final List<Rule> RULES =
      List.of(
          new CallsRule(),
          new AckRule(),
          new AnswerRule(),
          new FailuresRule(),
          new IntakeRule(),
          new DropRule(),
          new BatchRule());

  private final RouteParts parts;

  public RouteCheck(RouteParts parts) {
    this.parts = parts;
  }

  /**
   * Checks all files of a folder.
   *
   * @throws BadRoutesException with everything found to be wrong
   */
  public void check(RouteFolder folder) throws BadRoutesException, IOException {
    check(folder.read());
  }

  void check(List<RouteFile> files) throws BadRoutesException {
    List<RouteProblem> problems = problems(files);
    if (!problems.isEmpty()) {
      problems.sort(Comparator.comparing(RouteProblem::file).thenComparing(RouteProblem::line));
      throw new BadRoutesException(problems);
    }
  }

  /** Each look only where the one before found nothing: what comes after would follow from it. */
  private List<RouteProblem> problems(List<RouteFile> files) {
    List<RouteProblem> problems = new ArrayList<>();
    files.forEach(file -> problems.addAll(YamlShape.problems(file)));
    if (problems.isEmpty()) {
      problems.addAll(reading(files));
    }
    if (problems.isEmpty()) {
      problems.addAll(making(files));
    }
    return problems;
  }

  private List<RouteProblem> reading(List<RouteFile> files) {
    List<RouteProblem> problems = new ArrayList<>();
    WrittenRoutes written = new WrittenRoutes();
    try (OfflineRoutes offline = new OfflineRoutes(parts)) {
      for (RouteFile file : files) {
        try {
          for (RouteBuilder routes : offline.written(file)) {
            written.add(file, routes);
          }
        } catch (Exception e) {
          problems.add(Reasons.ofReading(file, e));
        }
      }
    }
    return problems.isEmpty() ? written.problems() : problems;
  }

  private List<RouteProblem> making(List<RouteFile> files) {
    try (OfflineRoutes offline = new OfflineRoutes(parts)) {
      try {
        offline.load(files);
        parts.addTenants(offline.camel());
      } catch (Exception e) {
        return new ArrayList<>(List.of(RouteProblem.ofFolder(Reasons.what(e), Reasons.remedy(e))));
      }
      ParsedRoutes routes = new ParsedRoutes(offline.camel());
      routes.routes().forEach(route -> make(offline, routes, route));
      RULES.forEach(rule -> rule.look(routes));
      return routes.problems();
    }
  }

  private static void make(OfflineRoutes offline, ParsedRoutes routes, RouteDefinition route) {
    try {
      offline.make(route);
    } catch (Exception e) {
      int before = routes.problems().size();
      Step.of(route).forEach(step -> findBroken(offline, routes, route, step));
      if (routes.problems().size() == before) {
        routes.add(route, route.getInput(), Reasons.what(e), Reasons.remedy(e));
      }
    }
  }

  /** The innermost that cannot be made: Camel names the outermost. */
  private static boolean findBroken(
      OfflineRoutes offline, ParsedRoutes routes, RouteDefinition route, Step step) {
    boolean within = false;
    for (Step inner : Step.of(step.definition())) {
      within |= findBroken(offline, routes, route, inner);
    }
    if (within || step.isPartOfBlock()) {
      return within;
    }
    try {
      offline.make(route, step.definition());
      return false;
    } catch (Exception e) {
      routes.add(route, step.definition(), Reasons.what(e), Reasons.remedy(e));
      return true;
    }
  }
}

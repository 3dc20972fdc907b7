package io.wavehouse.ingest.routes;

import java.util.List;
import java.util.Map;
import org.apache.camel.model.RouteDefinition;

/**
 * What confirms a row must read the answer of the server that has it: with another call in between,
 * or none, a row would be acked that nobody stored.
 */
final class AnswerRule implements Rule {
  /** What confirms, and what must be in the uri of the last call before it. */
  private static final Map<String, String> ANSWERS =
      Map.of("insertConfirmation", FailuresRule.CLICKHOUSE, "deadLetterStored", "nats-jetstream:");

  @Override
  public void look(ParsedRoutes routes) {
    routes.routes().forEach(route -> walk(routes, route, Step.of(route), ""));
  }

  private static String walk(
      ParsedRoutes routes, RouteDefinition route, List<Step> steps, String before) {
    String last = before;
    for (Step step : steps) {
      String asked = step.bean().orElse("");
      String wanted = ANSWERS.get(asked);
      if (wanted != null && !last.contains(wanted)) {
        routes.add(
            route,
            step.definition(),
            asked
                + (last.isEmpty()
                    ? " stands before the call whose answer it reads"
                    : " would read the answer of another call"),
            "let it follow the call of "
                + (wanted.equals(FailuresRule.CLICKHOUSE) ? "ClickHouse" : "the dead letters"));
      }
      if (step.isOutward()) {
        last = step.uri().orElse("");
      } else if (routes.called(step).isPresent()) {
        last = "direct:";
      }
      for (List<Step> branch : step.branches()) {
        String within = walk(routes, route, branch, last);
        // What happens only at times is neither the last call for sure nor surely not.
        last = step.isPassedThrough() || within.equals(last) ? within : "";
      }
    }
    return last;
  }
}

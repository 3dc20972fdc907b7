package io.wavehouse.ingest.routes;

import java.util.List;

/** Routes that must not run. */
public final class BadRoutesException extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient List<RouteProblem> problems;

  BadRoutesException(List<RouteProblem> problems) {
    super(problems.get(0).toString());
    this.problems = List.copyOf(problems);
  }

  /** At least one, in the order of files and lines. */
  public List<RouteProblem> problems() {
    return problems;
  }
}

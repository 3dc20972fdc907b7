package io.wavehouse.ingest.routes;

/**
 * What is wrong with a file of routes.
 *
 * @param file its name; empty for the folder as a whole
 * @param line from 1
 * @param what is wrong
 * @param remedy what to do about it
 */
public record RouteProblem(String file, int line, String what, String remedy) {
  static RouteProblem ofFolder(String what, String remedy) {
    return new RouteProblem("", 0, what, remedy);
  }

  /** One line: {@code file:line: what; what to do}. */
  @Override
  public String toString() {
    String place = file.isEmpty() ? "the folder" : file + ":" + line;
    return (place + ": " + what + "; " + remedy).replaceAll("\\s+", " ");
  }
}

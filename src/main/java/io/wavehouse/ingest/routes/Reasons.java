package io.wavehouse.ingest.routes;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.NoSuchBeanException;
import org.apache.camel.NoSuchEndpointException;
import org.apache.camel.PropertyBindingException;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/**
 * Camel's exceptions in one line each: what is wrong and what to do. A value that came from the
 * settings is never in it.
 */
final class Reasons {
  private static final String GUIDE = "docs/editing-routes.md lists them";
  private static final Pattern UNKNOWN_OPTIONS = Pattern.compile("Unknown parameters=\\[\\{(.*?)=");
  private static final Pattern UNKNOWN_KEY = Pattern.compile("Property with key \\[([^\\]]*)\\]");
  private static final Pattern UNKNOWN_NODE = Pattern.compile("Unknown node id: (\\S+)");
  private static final Pattern UNKNOWN_FIELD = Pattern.compile("Unsupported field: (\\S+)");

  private Reasons() {}

  /** Of a file that Camel cannot read. */
  static RouteProblem ofReading(RouteFile file, Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof MarkedYamlEngineException marked) {
        int line = marked.getProblemMark().map(Mark::getLine).orElse(0) + 1;
        String problem = marked.getProblem();
        Matcher node = UNKNOWN_NODE.matcher(problem);
        Matcher field = UNKNOWN_FIELD.matcher(problem);
        if (node.find()) {
          return new RouteProblem(
              file.name(), line, "there is no step '" + node.group(1) + "'", "mend its name");
        }
        if (field.find()) {
          return new RouteProblem(
              file.name(),
              lineOf(file, line, field.group(1)),
              "'" + field.group(1) + "' has no place here",
              "mend its name or its indentation");
        }
        if (problem.contains("constructor for node")) {
          return new RouteProblem(file.name(), line, "is no route", "begin it with - route:");
        }
        return new RouteProblem(file.name(), line, problem, "mend what stands there");
      }
    }
    return new RouteProblem(file.name(), 1, plain(thrown), "mend the file");
  }

  /** Camel tells where the block of a field begins, or ends. */
  private static int lineOf(RouteFile file, int near, String field) {
    String[] lines = file.content().split("\n", -1);
    for (int at = near - 1; at < lines.length; at++) {
      if (lines[at].strip().startsWith(field + ":")) {
        return at + 1;
      }
    }
    return near;
  }

  /** What is wrong with a step, or an endpoint, that cannot be made. */
  static String what(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof NoSuchBeanException missing) {
        return "there is no bean '" + missing.getName() + "'";
      }
      if (cause instanceof PropertyBindingException wrong) {
        return "option " + wrong.getPropertyName() + " does not take what it is given";
      }
      if (cause instanceof NoSuchEndpointException) {
        return "there is no component for this uri";
      }
      String message = String.valueOf(cause.getMessage());
      Matcher key = UNKNOWN_KEY.matcher(message);
      if (key.find()) {
        return "there is no setting '" + key.group(1) + "'";
      }
      Matcher option = UNKNOWN_OPTIONS.matcher(message);
      if (option.find()) {
        return "the endpoint has no option '" + option.group(1) + "'";
      }
    }
    return plain(thrown);
  }

  /** What to do about it. */
  static String remedy(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof NoSuchBeanException) {
        return "name one of the bundle's: " + GUIDE;
      }
      if (cause instanceof NoSuchEndpointException) {
        return "mend its scheme, or put the component's jar on the class path";
      }
      if (UNKNOWN_KEY.matcher(String.valueOf(cause.getMessage())).find()) {
        return "mend its name, or give it in the file of --config";
      }
    }
    return "mend the step";
  }

  /** The innermost cause, without where Camel found it. */
  private static String plain(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    if (message == null) {
      return cause.getClass().getSimpleName();
    }
    return message.strip().replaceAll("\\s+", " ");
  }
}

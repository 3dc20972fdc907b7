package io.wavehouse.ingest.settings;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.IntStream;

/** All keys there are, as {@code application.properties} lists them. */
final class KnownKeys {
  private final List<Template> templates;

  KnownKeys(List<Template> templates) {
    this.templates = List.copyOf(templates);
  }

  List<Template> templates() {
    return templates;
  }

  boolean contains(String key) {
    return templates.stream().anyMatch(template -> template.key().matcher(key).matches());
  }

  /** The known key that is spelled most like this one; the user's own names stay in it. */
  String nearest(String key) {
    String[] segments = key.split("\\.", -1);
    String name = segments.length > 2 ? segments[2] : "";
    return templates.stream()
        .map(
            template ->
                template.isFamily() && !name.isEmpty() && takesName(template, segments[1])
                    ? template.with(name)
                    : template.text())
        .min(Comparator.comparingInt(known -> distance(key, known)))
        .orElseThrow();
  }

  private static boolean takesName(Template template, String group) {
    return template.text().startsWith("wavehouse." + group + ".<");
  }

  /** The known variable that is spelled most like this one. */
  String nearestVariable(String variable) {
    return templates.stream()
        .filter(template -> !template.isFamily())
        .map(template -> Template.variable(template.text()))
        .min(Comparator.comparingInt(known -> distance(variable, known)))
        .orElseThrow();
  }

  /**
   * The family a variable belongs to with the names in it, as the variable spells them. A plain key
   * wins, then the shortest first name.
   */
  Optional<Match> ofVariable(String variable) {
    Match best = null;
    for (Template template : templates) {
      Matcher matcher = template.variable().matcher(variable);
      if (matcher.matches()) {
        Match match =
            new Match(
                template,
                IntStream.rangeClosed(1, matcher.groupCount()).mapToObj(matcher::group).toList());
        if (best == null || match.length() < best.length()) {
          best = match;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  record Match(Template template, List<String> names) {
    private int length() {
      return names.isEmpty() ? 0 : names.get(0).length();
    }
  }

  /** Levenshtein's: insertions, deletions and replacements from one to the other. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}

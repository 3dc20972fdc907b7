package io.wavehouse.ingest.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads {@code WAVEHOUSE_*} variables. A variable cannot spell a dash, a dot or lower case, so a
 * tenant or table in its name is one the configuration file names, if any fits, else the name in
 * lower case.
 */
final class EnvironmentKeys {
  private static final String PREFIX = "WAVEHOUSE_";

  private final KnownKeys known;
  private final Set<String> keysOfFile;
  private final List<String> warnings;

  EnvironmentKeys(KnownKeys known, Set<String> keysOfFile, List<String> warnings) {
    this.known = known;
    this.keysOfFile = keysOfFile;
    this.warnings = warnings;
  }

  List<Setting> read(Map<String, String> environment) {
    List<Setting> settings = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              if (variable.startsWith(PREFIX)) {
                read(variable, value).ifPresent(settings::add);
              }
            });
    return settings;
  }

  private Optional<Setting> read(String variable, String value) {
    Optional<KnownKeys.Match> match = known.ofVariable(variable);
    if (match.isEmpty()) {
      warnings.add(
          "environment variable %s is no setting and is ignored; the nearest is %s"
              .formatted(variable, known.nearestVariable(variable)));
      return Optional.empty();
    }
    String key = key(variable, match.get());
    if (key.endsWith(".port") && value.matches("(tcp|udp|sctp)://.*")) {
      warnings.add(
          "environment variable %s is ignored: it is the address Kubernetes sets for a service, not %s"
              .formatted(variable, key));
      return Optional.empty();
    }
    return Optional.of(new Setting(key, value, "environment variable " + variable));
  }

  private String key(String variable, KnownKeys.Match match) {
    Template template = match.template();
    String[] names = new String[match.names().size()];
    for (int i = 0; i < names.length; i++) {
      String name = match.names().get(i);
      names[i] =
          i == 0 && holdsUsersName(template)
              ? named(variable, template, name)
              : name.toLowerCase(Locale.ROOT);
    }
    return template.with(names);
  }

  private static boolean holdsUsersName(Template template) {
    return template.text().contains("<id>") || template.text().contains("<table>");
  }

  private String named(String variable, Template template, String name) {
    String prefix = template.text().substring(0, template.text().indexOf('<'));
    Set<String> fitting = new TreeSet<>();
    for (String key : keysOfFile) {
      if (key.startsWith(prefix)) {
        String candidate = key.substring(prefix.length()).split("\\.", 2)[0];
        if (Template.variable(candidate).equals(name)) {
          fitting.add(candidate);
        }
      }
    }
    if (fitting.size() > 1) {
      throw new SettingsException(
          "environment variable %s fits each of %s: set it in the configuration file"
              .formatted(variable, String.join(", ", fitting)));
    }
    return fitting.isEmpty() ? name.toLowerCase(Locale.ROOT) : fitting.iterator().next();
  }
}

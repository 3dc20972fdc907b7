package io.wavehouse.ingest;

import io.wavehouse.ingest.settings.SettingsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The command line: {@code [--routes DIR] [--config FILE]}.
 *
 * @param routes a folder with routes to run instead of the packaged ones
 * @param config a file of settings
 */
record Arguments(Optional<Path> routes, Optional<Path> config) {
  /**
   * Reads the command line.
   *
   * @throws SettingsException in one line, when it is wrong
   */
  static Arguments parse(String... args) {
    Optional<Path> routes = Optional.empty();
    Optional<Path> config = Optional.empty();
    for (int i = 0; i < args.length; i += 2) {
      String option = args[i];
      if (!option.equals("--routes") && !option.equals("--config")) {
        throw new SettingsException(
            "unknown option " + option + "; there are --routes DIR and --config FILE");
      }
      if (i + 1 == args.length) {
        throw new SettingsException(option + " needs a value");
      }
      Path value = Path.of(args[i + 1]).toAbsolutePath();
      if (option.equals("--config")) {
        config = Optional.of(value);
      } else if (Files.isDirectory(value)) {
        routes = Optional.of(value);
      } else {
        throw new SettingsException("--routes " + args[i + 1] + " is no folder");
      }
    }
    return new Arguments(routes, config);
  }
}

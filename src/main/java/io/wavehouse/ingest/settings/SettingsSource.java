package io.wavehouse.ingest.settings;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where settings come from, to be read at the start and again when the file changes.
 *
 * @param configFile the file of {@code --config}
 * @param environment usually {@link System#getenv()}
 */
public record SettingsSource(Optional<Path> configFile, Map<String, String> environment) {
  public SettingsSource {
    environment = Sorted.copy(environment);
  }

  /**
   * Reads them.
   *
   * @throws SettingsException on the first thing wrong, in one line
   */
  public Settings load() {
    return SettingsLoader.load(configFile, environment);
  }
}

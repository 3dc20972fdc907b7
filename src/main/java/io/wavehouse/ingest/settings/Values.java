package io.wavehouse.ingest.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The effective settings by key, read as what they must be. Remembers what was asked for, as
 * placeholders see it: a key nobody reads is missing there, which a test finds.
 */
final class Values {
  private final Map<String, Setting> settings;
  private final Map<String, String> properties = new TreeMap<>();

  Values(Map<String, Setting> settings) {
    this.settings = settings;
  }

  /** What was asked for as placeholders can use it; see {@link Settings#asProperties()}. */
  Map<String, String> properties() {
    return properties;
  }

  /** True when the key was set, to nothing even. */
  boolean has(String key) {
    return settings.containsKey(key);
  }

  /** All keys that begin so. */
  List<String> keys(String prefix) {
    return settings.keySet().stream().filter(key -> key.startsWith(prefix)).toList();
  }

  /** The setting as it stands; a key without a default must be asked for with {@link #has}. */
  Setting setting(String key) {
    Setting setting = settings.get(key);
    if (setting == null) {
      throw new IllegalStateException(key + " is not in application.properties");
    }
    if (!Setting.isSecret(key)) {
      properties.putIfAbsent(key, setting.value());
    }
    return setting;
  }

  String text(String key) {
    Setting setting = setting(key);
    if (setting.value().isEmpty()) {
      throw setting.refused("must not be empty");
    }
    if (setting.value().chars().anyMatch(Character::isISOControl)) {
      throw setting.refused("must hold no control character");
    }
    return setting.value();
  }

  Optional<String> optional(String key) {
    return !has(key) || setting(key).value().isEmpty() ? Optional.empty() : Optional.of(text(key));
  }

  List<String> list(String key) {
    List<String> list =
        Arrays.stream(text(key).split(",", -1)).map(String::strip).distinct().toList();
    if (list.contains("")) {
      throw setting(key).refused("must be a comma separated list without empty entries");
    }
    return list;
  }

  /** Above zero. */
  Duration duration(String key) {
    Duration duration = durationOrZero(key);
    if (duration.isZero()) {
      throw setting(key).refused("must be above zero");
    }
    return duration;
  }

  Duration durationOrZero(String key) {
    return Amounts.duration(text(key))
        .orElseThrow(() -> setting(key).refused(Amounts.DURATION_RULE));
  }

  /** Above zero. */
  long bytes(String key) {
    long bytes =
        Amounts.bytes(text(key)).orElseThrow(() -> setting(key).refused(Amounts.SIZE_RULE));
    if (bytes == 0) {
      throw setting(key).refused("must be above zero");
    }
    properties.put(key, Long.toString(bytes));
    return bytes;
  }

  int integer(String key, int min, int max) {
    String text = text(key);
    if (text.matches("\\d{1,10}")) {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return (int) value;
      }
    }
    throw setting(key)
        .refused(
            max == Integer.MAX_VALUE
                ? "must be a whole number of at least " + min
                : "must be a whole number from " + min + " to " + max);
  }

  boolean flag(String key) {
    return switch (text(key)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw setting(key).refused("must be true or false");
    };
  }

  <E extends Enum<E>> E choice(String key, Class<E> type) {
    String text = text(key);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
        return constant;
      }
    }
    List<String> choices =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toList();
    throw setting(key).refused("must be " + String.join(" or ", choices));
  }

  /** A file that can be read now. */
  Optional<Path> file(String key) {
    Optional<String> name = optional(key);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Path file;
    try {
      file = Path.of(name.get());
    } catch (InvalidPathException e) {
      throw setting(key).refused("must be the name of a file");
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw setting(key).refused("must be a file that can be read");
    }
    return Optional.of(file);
  }

  Optional<Secret> secret(String key) {
    if (!has(key) || setting(key).value().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(Secret.of(text(key)));
  }

  /** A credential that is given as it is or as a file, not both. */
  Optional<Secret> secret(String key, String fileKey) {
    Optional<Secret> given = secret(key);
    if (optional(fileKey).isEmpty()) {
      return given;
    }
    Setting file = setting(fileKey);
    if (given.isPresent()) {
      throw file.refused("must not be set together with " + setting(key));
    }
    try {
      return Optional.of(Secret.ofFile(Path.of(file.value())));
    } catch (NoSuchFileException | InvalidPathException e) {
      throw file.refused("must be a file that can be read");
    } catch (IOException e) {
      throw file.refused("must be a text file of one line that can be read and is not empty");
    }
  }
}

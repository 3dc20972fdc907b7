package io.wavehouse.ingest.settings;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings in force: those of the start, until a changed file of {@code --config} replaces
 * them. A file is taken whole or not at all, so that what is in force is always what some version
 * of the file says. Thread-safe to read; one thread looks for changes.
 */
public final class LiveSettings implements Supplier<Settings> {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSettings.class);

  /** Keys that are asked for with each batch, and so are never too late; others are a start's. */
  private static final Predicate<String> LIVE =
      key ->
          Stream.of("tenants.", "tables.", "clickhouse.", "batch.", "format", "dlq.enabled")
              .anyMatch(live -> key.startsWith("wavehouse." + live));

  private final SettingsSource source;
  private final Optional<WatchedFile> file;
  private volatile Settings now;
  private String refused = "";

  /**
   * Reads them for the start.
   *
   * @throws SettingsException on the first thing wrong, in one line
   */
  public LiveSettings(SettingsSource source) {
    this.source = source;
    this.file = source.configFile().map(WatchedFile::new);
    this.now = source.load();
  }

  @Override
  public Settings get() {
    return now;
  }

  /**
   * The settings of a file that has changed, valid and fit to be put in force by {@link #take}. One
   * that was refused is read again each time: what it lacked may have been a file that it names.
   */
  public Optional<Settings> changed() {
    if (file.isEmpty() || !isDue(file.get())) {
      return Optional.empty();
    }
    Settings next;
    try {
      next = source.load();
      refused = "";
    } catch (SettingsException e) {
      if (!refused.equals(e.getMessage())) {
        refused = e.getMessage();
        notTaken(refused);
      }
      return Optional.empty();
    }
    List<String> ofTheStart = changedOfTheStart(next);
    if (!ofTheStart.isEmpty()) {
      notTaken("a start takes " + String.join(", ", ofTheStart) + "; restart the bundle");
      return Optional.empty();
    }
    next.warnings().stream()
        .filter(warning -> !now.warnings().contains(warning))
        .forEach(LOG::warn);
    return Optional.of(next);
  }

  private boolean isDue(WatchedFile watched) {
    boolean changed = watched.hasChanged();
    if (changed) {
      refused = "";
    }
    return changed || (!refused.isEmpty() && watched.isKnown());
  }

  /** Puts them in force. */
  public void take(Settings next) {
    now = next;
  }

  private void notTaken(String why) {
    LOG.warn(
        "{} has changed and nothing of it is taken: {}. The settings of before stay in force",
        source.configFile().orElseThrow(),
        why);
  }

  private List<String> changedOfTheStart(Settings next) {
    Map<String, String> before = now.asProperties();
    Map<String, String> after = next.asProperties();
    Stream<String> plain =
        Stream.concat(before.keySet().stream(), after.keySet().stream())
            .distinct()
            .filter(LIVE.negate())
            .filter(key -> !Objects.equals(before.get(key), after.get(key)));
    Stream<String> secret =
        Stream.of(
                differs("wavehouse.nats.password", now.nats().password(), next.nats().password()),
                differs("wavehouse.nats.token", now.nats().token(), next.nats().token()),
                differs("wavehouse.http.token", now.http().token(), next.http().token()))
            .flatMap(Optional::stream);
    return Stream.concat(plain, secret).sorted().toList();
  }

  private static Optional<String> differs(
      String key, Optional<Secret> before, Optional<Secret> after) {
    return before.equals(after) ? Optional.empty() : Optional.of(key);
  }
}

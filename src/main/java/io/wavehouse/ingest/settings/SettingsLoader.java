package io.wavehouse.ingest.settings;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads and validates the settings: {@code application.properties} of the classpath, then the
 * configuration file, then the environment; the later wins.
 */
public final class SettingsLoader {
  private static final String OURS = "wavehouse.";
  private static final String SHUTDOWN_TIMEOUT = "camel.main.shutdown-timeout";

  /** Another setting within a value. */
  private static final Pattern SWALLOWED = Pattern.compile("wavehouse\\.[\\w.%-]+\\s*=");

  private SettingsLoader() {}

  /**
   * Reads the settings.
   *
   * @param configFile the file of {@code --config}, in UTF-8
   * @param environment usually {@link System#getenv()}
   * @return settings that hold every invariant
   * @throws SettingsException on the first thing wrong, in one line
   */
  public static Settings load(Optional<Path> configFile, Map<String, String> environment) {
    Defaults defaults = Defaults.read();
    List<String> warnings = new ArrayList<>();
    Map<String, Setting> effective = new TreeMap<>(defaults.settings());
    Map<String, String> passedOn = new TreeMap<>();
    Map<String, Setting> ofFile = configFile.map(SettingsLoader::read).orElse(Map.of());
    for (Setting setting : ofFile.values()) {
      if (setting.key().startsWith(OURS)) {
        checkOneLine(setting);
        checkKnown(setting, defaults.known());
        effective.put(setting.key(), stripped(setting));
      } else {
        passedOn.put(setting.key(), setting.value());
      }
    }
    new EnvironmentKeys(defaults.known(), ofFile.keySet(), warnings)
        .read(environment)
        .forEach(setting -> effective.put(setting.key(), stripped(setting)));
    return settings(new Values(effective), defaults, passedOn, warnings);
  }

  private static Settings settings(
      Values values, Defaults defaults, Map<String, String> passedOn, List<String> warnings) {
    ClickHouseReader clickHouseReader = new ClickHouseReader(values, defaults.settings());
    TableReader tableReader = new TableReader(values, clickHouseReader);
    StreamReader streamReader = new StreamReader(values);
    EdgeReader edgeReader = new EdgeReader(values);

    NatsSettings nats = new NatsReader(values).read();
    StreamSettings stream = streamReader.ingest();
    DlqSettings dlq = streamReader.dlq();
    long inHandMaxBytes = values.bytes("wavehouse.in-hand.max-bytes");
    BackoffSettings backoff =
        new BackoffSettings(
            values.duration("wavehouse.backoff.initial"), values.duration("wavehouse.backoff.max"));
    BatchSettings batch = tableReader.batch("wavehouse.");
    ClickHouseSettings clickHouse = clickHouseReader.read();
    HttpSettings http = edgeReader.http();
    ManagementSettings management = edgeReader.management(http);
    var drainTimeout = values.durationOrZero("wavehouse.drain-timeout");
    Format format = values.choice("wavehouse.format", Format.class);
    int insertThreads = values.integer("wavehouse.insert.threads", 1, 1_024);
    Map<Integer, String> failureCodes = new FailureCodesReader(values).read();
    Map<String, TenantSettings> tenants =
        new TenantReader(values, clickHouseReader).read(stream, dlq, clickHouse);
    Map<String, TableSettings> tables = tableReader.read();
    new Invariants(values).check(stream, inHandMaxBytes, backoff);

    Map<String, String> properties = new TreeMap<>(values.properties());
    properties.putAll(passedOn);
    // Camel reads either spelling; a value of the user's stands.
    if (!passedOn.containsKey("camel.main.shutdownTimeout")) {
      properties.putIfAbsent(SHUTDOWN_TIMEOUT, Long.toString(wholeSeconds(drainTimeout)));
    }
    return new Settings(
        nats,
        stream,
        inHandMaxBytes,
        drainTimeout,
        format,
        batch,
        insertThreads,
        clickHouse,
        backoff,
        dlq,
        failureCodes,
        http,
        management,
        tenants,
        tables,
        properties,
        warnings);
  }

  /** At least one: to Camel none means to wait for ever. */
  private static long wholeSeconds(Duration timeout) {
    return Math.max(1, timeout.plusMillis(999).toSeconds());
  }

  private static Map<String, Setting> read(Path file) {
    Map<String, Setting> settings = new TreeMap<>();
    try (var reader = Files.newBufferedReader(file)) {
      for (PropertiesFile.Entry entry : PropertiesFile.read(reader, file.toString())) {
        Setting setting =
            new Setting(entry.key(), entry.value(), "line %d of %s".formatted(entry.line(), file));
        Setting earlier = settings.put(entry.key(), setting);
        if (earlier != null) {
          throw setting.refusedUnseen("is set twice, first in " + earlier.origin());
        }
      }
    } catch (NoSuchFileException e) {
      throw new SettingsException("--config " + file + ": there is no such file");
    } catch (CharacterCodingException e) {
      throw new SettingsException("--config " + file + ": must be UTF-8 text");
    } catch (IOException e) {
      throw new SettingsException("--config " + file + ": must be a file that can be read");
    }
    return settings;
  }

  /** The value stays unseen: the line it takes in may be a password's. */
  private static void checkOneLine(Setting setting) {
    if (SWALLOWED.matcher(setting.value()).find()) {
      throw setting.refusedUnseen("takes in the next line; double the backslash at its end");
    }
  }

  /** The value stays unseen: a mistyped key may be a password's. */
  private static void checkKnown(Setting setting, KnownKeys known) {
    if (!known.contains(setting.key())) {
      throw setting.refusedUnseen(
          "there is no such key; the nearest is " + known.nearest(setting.key()));
    }
  }

  /** Blanks around a value mean nothing, but in a credential. */
  private static Setting stripped(Setting setting) {
    return Setting.isSecret(setting.key())
        ? setting
        : new Setting(setting.key(), setting.value().strip(), setting.origin());
  }
}

package io.wavehouse.ingest.settings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What {@code application.properties} says: the defaults, and behind {@code #} the families of keys
 * that have none.
 *
 * @param settings the {@code wavehouse.*} keys with their defaults
 * @param known all keys there are
 */
record Defaults(Map<String, Setting> settings, KnownKeys known) {
  private static final String FILE = "/application.properties";
  private static final Pattern FAMILY = Pattern.compile("#(wavehouse\\.[^=\\s]*)=.*");

  static Defaults read() {
    String text = text();
    Map<String, Setting> settings = new TreeMap<>();
    List<Template> templates = new ArrayList<>();
    try {
      for (PropertiesFile.Entry entry :
          PropertiesFile.read(new StringReader(text), "application.properties")) {
        if (entry.key().startsWith("wavehouse.")) {
          settings.put(entry.key(), new Setting(entry.key(), entry.value(), "default"));
          templates.add(Template.of(entry.key()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    text.lines()
        .map(FAMILY::matcher)
        .filter(Matcher::matches)
        .forEach(family -> templates.add(Template.of(family.group(1))));
    return new Defaults(settings, new KnownKeys(templates));
  }

  private static String text() {
    try (InputStream in = Defaults.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new SettingsException("application.properties is not on the classpath");
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.wavehouse.ingest.settings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** A {@code .properties} file read entry by entry, since {@link Properties} knows no lines. */
final class PropertiesFile {
  /** Some editors write one; it would be a part of the first key. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private PropertiesFile() {}

  /**
   * One entry.
   *
   * @param line where it starts, from 1
   */
  record Entry(String key, String value, int line) {}

  /**
   * Reads all entries in their order, repeated keys included.
   *
   * @param name for the message of what is refused
   * @throws SettingsException for an escape that is none
   */
  static List<Entry> read(Reader reader, String name) throws IOException {
    List<Entry> entries = new ArrayList<>();
    BufferedReader lines = new BufferedReader(reader);
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (number == 1 && line.startsWith(BYTE_ORDER_MARK)) {
        line = line.substring(BYTE_ORDER_MARK.length());
      }
      int start = number;
      StringBuilder logical = new StringBuilder(line);
      // A comment never continues, whatever it ends with.
      boolean comment = line.stripLeading().startsWith("#") || line.stripLeading().startsWith("!");
      while (!comment && continues(line)) {
        line = lines.readLine();
        if (line == null) {
          break;
        }
        number++;
        logical.append('\n').append(line);
      }
      entries.addAll(entry(logical.toString(), name, start));
    }
    return entries;
  }

  private static boolean continues(String line) {
    int backslashes = 0;
    for (int i = line.length() - 1; i >= 0 && line.charAt(i) == '\\'; i--) {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private static List<Entry> entry(String logical, String name, int line) {
    Properties one = new Properties();
    try {
      one.load(new StringReader(logical));
    } catch (IllegalArgumentException e) {
      throw new SettingsException(
          "line %d of %s: \\u must be followed by four hexadecimal digits".formatted(line, name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return one.stringPropertyNames().stream()
        .map(key -> new Entry(key, one.getProperty(key), line))
        .toList();
  }
}

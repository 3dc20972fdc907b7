package io.wavehouse.ingest.clickhouse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads the packaged tables: tab-separated, one code a line, {@code #} begins a comment line. */
final class CodeFiles {
  private CodeFiles() {}

  /** {@code code, name}. */
  static Map<Integer, String> names(String resource) {
    Map<Integer, String> names = new TreeMap<>();
    for (String[] cells : rows(resource, 2)) {
      names.put(Integer.valueOf(cells[0]), cells[1]);
    }
    return names;
  }

  /** {@code code, name, class, flags, reason}. A code that stands there twice stops the start. */
  static Map<Integer, CodeTable.Entry> entries(String resource) {
    Map<Integer, CodeTable.Entry> entries = new TreeMap<>();
    for (String[] cells : rows(resource, 5)) {
      int code = Integer.parseInt(cells[0]);
      List<String> flags = List.of(cells[3].split(",", -1));
      CodeTable.Entry entry =
          new CodeTable.Entry(
              code,
              cells[1],
              FailureClass.valueOf(cells[2].toUpperCase(Locale.ROOT)),
              flags.contains("table"),
              flags.contains("splittable"),
              cells[4]);
      if (entries.put(code, entry) != null) {
        throw new IllegalStateException(resource + ": code " + code + " stands there twice");
      }
    }
    return entries;
  }

  private static List<String[]> rows(String resource, int columns) {
    return read(resource)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> cells(resource, line, columns))
        .toList();
  }

  private static String[] cells(String resource, String line, int columns) {
    String[] cells = line.split("\t", -1);
    if (cells.length != columns) {
      throw new IllegalStateException(
          resource + ": needs " + columns + " cells, not " + cells.length + ": " + line);
    }
    return cells;
  }

  private static String read(String resource) {
    try (InputStream in = CodeFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }
}

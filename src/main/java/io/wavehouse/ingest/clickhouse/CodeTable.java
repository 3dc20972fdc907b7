package io.wavehouse.ingest.clickhouse;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each ClickHouse exception code says about the rows of a failed insert. Immutable. The data
 * and the reasons are in {@code clickhouse-failures.tsv}, the names of all codes in {@code
 * clickhouse-error-codes.tsv} (as {@code system.errors} of 26.7 gives them).
 */
public final class CodeTable {
  /**
   * One code.
   *
   * @param name "" for a code nobody has heard of
   * @param tableScoped backs off the table alone; only with a class that is retried
   * @param splittable may be about the size of a batch; only with a class that is retried
   */
  public record Entry(
      int code,
      String name,
      FailureClass failureClass,
      boolean tableScoped,
      boolean splittable,
      String reason) {}

  private final Map<Integer, String> names;
  private final Map<Integer, Entry> entries;
  private final Map<Integer, Entry> overrides;

  private CodeTable(
      Map<Integer, String> names, Map<Integer, Entry> entries, Map<Integer, Entry> overrides) {
    this.names = names;
    this.entries = entries;
    this.overrides = overrides;
  }

  /** The table as shipped. */
  public static CodeTable builtIn() {
    return new CodeTable(
        CodeFiles.names("clickhouse-error-codes.tsv"),
        CodeFiles.entries("clickhouse-failures.tsv"),
        Map.of());
  }

  /**
   * This table with the settings {@code wavehouse.failure.codes.<code>} laid over it. An override
   * replaces class and flags whole.
   *
   * @throws IllegalArgumentException in one line that names the key, the value and the rule
   */
  public CodeTable withOverrides(Map<Integer, String> values) {
    Map<Integer, Entry> merged = new TreeMap<>(entries);
    Map<Integer, Entry> changed = new TreeMap<>(overrides);
    new TreeMap<>(values)
        .forEach(
            (code, value) -> {
              Entry entry = CodeOverride.parse(code, name(code), value);
              merged.put(code, entry);
              changed.put(code, entry);
            });
    return new CodeTable(names, merged, changed);
  }

  /** A code on no list is a verdict on the rows. */
  public Entry entry(int code) {
    Entry listed = entries.get(code);
    return listed != null
        ? listed
        : new Entry(code, name(code), FailureClass.REJECTED, false, false, "on no list");
  }

  /** The listed codes, overrides included, by code. */
  public Collection<Entry> entries() {
    return Collections.unmodifiableCollection(entries.values());
  }

  /** What the settings changed, by code. */
  public Collection<Entry> overrides() {
    return List.copyOf(overrides.values());
  }

  private String name(int code) {
    return names.getOrDefault(code, "");
  }
}

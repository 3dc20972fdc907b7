package io.wavehouse.ingest.settings;

import io.wavehouse.ingest.batch.Target;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code wavehouse.tables.<table>.*}; the table as the subject spells it. */
final class TableReader {
  private static final String PREFIX = "wavehouse.tables.";

  private final Values values;
  private final ClickHouseReader clickHouse;

  TableReader(Values values, ClickHouseReader clickHouse) {
    this.values = values;
    this.clickHouse = clickHouse;
  }

  Map<String, TableSettings> read() {
    Map<String, TableSettings> tables = new TreeMap<>();
    Set<String> tokens = new LinkedHashSet<>();
    for (String key : values.keys(PREFIX)) {
      tokens.add(key.substring(PREFIX.length()).split("\\.", 2)[0]);
    }
    for (String token : tokens) {
      String prefix = PREFIX + token + ".";
      Setting first = values.setting(values.keys(prefix).get(0));
      String name = decode(token, first);
      if (tables.put(name, table(name, prefix)) != null) {
        throw first.refused("the table " + Setting.oneLine(name) + " is set in another spelling");
      }
    }
    return tables;
  }

  private TableSettings table(String name, String prefix) {
    return new TableSettings(
        name,
        values.has(prefix + "dlq.enabled")
            ? Optional.of(values.flag(prefix + "dlq.enabled"))
            : Optional.empty(),
        batch(prefix),
        values.choice(ownOrGeneral(prefix, "format"), Format.class),
        clickHouse.ofTable(prefix + "settings."));
  }

  /** The bounds of {@code wavehouse.batch.*}, or a table's in its stead. */
  BatchSettings batch(String prefix) {
    return new BatchSettings(
        values.integer(ownOrGeneral(prefix, "batch.max-rows"), 1, Integer.MAX_VALUE),
        values.bytes(ownOrGeneral(prefix, "batch.max-bytes")),
        values.duration(ownOrGeneral(prefix, "batch.max-wait")));
  }

  /** The key that holds this table's value. */
  private String ownOrGeneral(String prefix, String name) {
    return values.has(prefix + name) ? prefix + name : "wavehouse." + name;
  }

  private static String decode(String token, Setting setting) {
    Target target = Target.of("ingest." + token);
    if (!target.fault().isEmpty()) {
      throw setting.refused(
          "a table is spelled as in a subject: % and two hexadecimal digits a byte, UTF-8");
    }
    return target.table();
  }
}

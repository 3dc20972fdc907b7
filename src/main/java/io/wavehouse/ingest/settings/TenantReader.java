package io.wavehouse.ingest.settings;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code wavehouse.tenants.<id>.*}. */
final class TenantReader {
  private static final String PREFIX = "wavehouse.tenants.";

  private final Values values;
  private final ClickHouseReader clickHouse;

  TenantReader(Values values, ClickHouseReader clickHouse) {
    this.values = values;
    this.clickHouse = clickHouse;
  }

  Map<String, TenantSettings> read(
      StreamSettings stream, DlqSettings dlq, ClickHouseSettings general) {
    Set<String> ids = new LinkedHashSet<>();
    for (String key : values.keys(PREFIX)) {
      ids.add(key.substring(PREFIX.length()).split("\\.", 2)[0]);
    }
    Map<String, TenantSettings> tenants = new TreeMap<>();
    for (String id : ids) {
      String prefix = PREFIX + id + ".";
      Setting first = values.setting(values.keys(prefix).get(0));
      if (id.equals(Settings.DEFAULT_TENANT)) {
        throw first.refused("0 is the default tenant: set the key without tenants.0 instead");
      }
      // The id is a part of subjects and of a stream's name.
      if (!id.matches("[A-Za-z0-9_-]{1,64}")) {
        throw first.refused("a tenant's id is up to 64 letters, digits, dashes and underscores");
      }
      tenants.put(
          id,
          new TenantSettings(
              id,
              values.keys(prefix + "clickhouse.").isEmpty()
                  ? Optional.empty()
                  : Optional.of(clickHouse.tenant(prefix + "clickhouse.", general)),
              values.has(prefix + "dlq.enabled")
                  ? Optional.of(values.flag(prefix + "dlq.enabled"))
                  : Optional.empty(),
              ownStream(id, prefix, first, stream, dlq)));
    }
    return tenants;
  }

  private Optional<StreamSettings> ownStream(
      String id, String prefix, Setting first, StreamSettings shared, DlqSettings dlq) {
    String key = prefix + "stream.max-bytes";
    long maxBytes = values.has(key) ? values.bytes(key) : shared.maxBytes();
    String subjects = "ingest." + id + ".*";
    for (String subject : shared.subjects()) {
      if (Subjects.covers(subject, subjects)) {
        return Optional.empty();
      }
      if (Subjects.overlap(subject, subjects)) {
        throw values
            .setting("wavehouse.subjects")
            .refused(subject + " must take in all of " + subjects + " or nothing of it");
      }
    }
    String name = shared.name() + "_" + id;
    if (name.equals(dlq.stream())) {
      throw first.refused("the tenant's stream would be " + values.setting("wavehouse.dlq.stream"));
    }
    return Optional.of(shared.ofTenant(name, subjects, maxBytes));
  }
}

package io.wavehouse.ingest.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads connections to ClickHouse, and the ClickHouse settings of connections and tables. */
final class ClickHouseReader {
  private static final String DEFAULT = "wavehouse.clickhouse.";

  /** In the URL these are no settings but change the statement, the identity or the answer. */
  private static final Set<String> PARAMETERS =
      Set.of(
          "query",
          "database",
          "user",
          "password",
          "role",
          "quota_key",
          "query_id",
          "session_id",
          "session_check",
          "session_timeout",
          "default_format",
          "compress",
          "decompress",
          "buffer_size",
          "stacktrace",
          "close_session",
          "client_protocol_version");

  private final Values values;
  private final Map<String, Setting> defaults;

  /**
   * Reads from these.
   *
   * @param defaults what {@code application.properties} holds
   */
  ClickHouseReader(Values values, Map<String, Setting> defaults) {
    this.values = values;
    this.defaults = defaults;
  }

  /** The default tenant's connection. */
  ClickHouseSettings read() {
    return connection(
        DEFAULT,
        values.text(DEFAULT + "username"),
        values.text(DEFAULT + "database"),
        settings(DEFAULT + "settings.", Map.of()));
  }

  /** A tenant's own connection: of the default one it takes timeouts, compression and settings. */
  ClickHouseSettings tenant(String prefix, ClickHouseSettings general) {
    if (values.optional(prefix + "url").isEmpty()) {
      String key = values.keys(prefix).get(0);
      throw values.setting(key).refused("needs " + prefix + "url, which is not inherited");
    }
    return connection(
        prefix,
        ownOrPackaged(prefix, "username"),
        ownOrPackaged(prefix, "database"),
        settings(prefix + "settings.", general.settings()));
  }

  private ClickHouseSettings connection(
      String prefix, String username, String database, Map<String, String> settings) {
    TlsSettings tls = new TlsReader(values).read(prefix);
    URI url = url(prefix + "url");
    if (tls.custom() && !url.getScheme().equals("https")) {
      String key = prefix + (tls.caFile().isPresent() ? "tls.ca-file" : "tls.cert-file");
      throw values.setting(key).refused("needs an https URL in " + prefix + "url");
    }
    return new ClickHouseSettings(
        url,
        username,
        values.secret(prefix + "password", prefix + "password-file").orElseGet(() -> Secret.of("")),
        database,
        values.duration(ownOrGeneral(prefix, "request-timeout")),
        values.duration(ownOrGeneral(prefix, "connect-timeout")),
        values.choice(ownOrGeneral(prefix, "compression"), Compression.class),
        settings,
        tls);
  }

  private String ownOrGeneral(String prefix, String name) {
    return values.has(prefix + name) ? prefix + name : DEFAULT + name;
  }

  /** Never the default tenant's: a forgotten key must not send rows into another's tables. */
  private String ownOrPackaged(String prefix, String name) {
    return values.has(prefix + name)
        ? values.text(prefix + name)
        : defaults.get(DEFAULT + name).value();
  }

  private URI url(String key) {
    String text = values.text(key);
    Setting setting = values.setting(key);
    if (text.contains("@")) {
      throw setting.refusedUnseen("must hold no credentials: use .username and .password");
    }
    // A query can hold a password too.
    if (text.contains("?")) {
      throw setting.refusedUnseen("must hold no query: use .database and .settings.<name>");
    }
    try {
      URI url = new URI(text);
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (http
          && url.getHost() != null
          && url.getPort() != 0
          && url.getPort() <= 65_535
          && url.getRawFragment() == null) {
        return url;
      }
    } catch (URISyntaxException e) {
      throw setting.refused("must be a URL such as http://host:8123 or https://host:8443");
    }
    throw setting.refused("must be a URL such as http://host:8123 or https://host:8443");
  }

  /** ClickHouse settings on top of inherited ones; an empty value takes one away. */
  Map<String, String> settings(String prefix, Map<String, String> inherited) {
    Map<String, String> settings = new TreeMap<>(inherited);
    for (String key : values.keys(prefix)) {
      String name = key.substring(prefix.length());
      Setting setting = values.setting(key);
      check(setting, name);
      if (setting.value().isEmpty()) {
        settings.remove(name);
      } else {
        settings.put(name, values.text(key));
      }
    }
    return settings;
  }

  /** A table's own ClickHouse settings; they replace or add, but take none away. */
  Map<String, String> ofTable(String prefix) {
    Map<String, String> settings = settings(prefix, Map.of());
    values.keys(prefix).forEach(values::text);
    return settings;
  }

  /** Refuses what would let ClickHouse drop a row, or confirm one it has not stored. */
  private static void check(Setting setting, String name) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw setting.refused("a ClickHouse setting's name is letters, digits and underscores");
    }
    if (name.startsWith("input_format_allow_errors_")) {
      throw setting.refused("is never sent: ClickHouse would skip bad rows without a word");
    }
    if (name.equals("send_progress_in_http_headers")) {
      throw setting.refused("is never sent: ClickHouse would answer 200 before it is done");
    }
    if (name.equals("wait_for_async_insert") && !setting.value().equals("1")) {
      throw setting.refused("must be 1: rows would be acked before they are stored");
    }
    if (PARAMETERS.contains(name) || name.startsWith("param_")) {
      throw setting.refusedUnseen("is no ClickHouse setting but a parameter of the request");
    }
  }
}

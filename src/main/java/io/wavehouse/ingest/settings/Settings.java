package io.wavehouse.ingest.settings;

import io.wavehouse.ingest.batch.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All settings, valid together. Made by {@link SettingsLoader}; immutable, but for the values of
 * secrets kept in files.
 *
 * @param nats the connection to NATS
 * @param stream the default tenant's stream
 * @param inHandMaxBytes bytes of rows in hand, all tenants; when reached, consuming pauses
 * @param drainTimeout how long a stop may flush and settle
 * @param format of the payloads, unless the table has its own
 * @param batch what flushes a batch, unless the table has its own
 * @param insertThreads inserts in flight per pool
 * @param clickHouse the default tenant's connection
 * @param backoff delays of an outage
 * @param dlq the dead-letter stream
 * @param failureCodes overrides as written ({@code unavailable,table}), by exception code
 * @param http the HTTP ingest edge
 * @param management health, metrics, Jolokia
 * @param tenants further tenants by id; the default one ({@value #DEFAULT_TENANT}) is not in it
 * @param tables tables with settings of their own, by their real name
 * @param asProperties every {@code wavehouse.*} key with its effective value, secrets left out, for
 *     <code>{{wavehouse.batch.max-rows}}</code> in routes. Sizes are plain bytes, since Camel reads
 *     no {@code 8MiB}. Keys of the configuration file outside {@code wavehouse.} ({@code camel.*})
 *     pass through; {@code camel.main.shutdown-timeout}, unless set there, is the drain timeout
 * @param warnings one line each, to be logged once at the start
 */
public record Settings(
    NatsSettings nats,
    StreamSettings stream,
    long inHandMaxBytes,
    Duration drainTimeout,
    Format format,
    BatchSettings batch,
    int insertThreads,
    ClickHouseSettings clickHouse,
    BackoffSettings backoff,
    DlqSettings dlq,
    Map<Integer, String> failureCodes,
    HttpSettings http,
    ManagementSettings management,
    Map<String, TenantSettings> tenants,
    Map<String, TableSettings> tables,
    Map<String, String> asProperties,
    List<String> warnings) {
  /** The tenant of {@code ingest.<table>} and {@code ingest.0.<table>}. */
  public static final String DEFAULT_TENANT = Target.DEFAULT_TENANT;

  public Settings {
    failureCodes = Sorted.copy(failureCodes);
    tenants = Sorted.copy(tenants);
    tables = Sorted.copy(tables);
    asProperties = Sorted.copy(asProperties);
    warnings = List.copyOf(warnings);
  }

  /** The tenant's connection; empty for a tenant that is unknown or has none configured. */
  public Optional<ClickHouseSettings> clickHouse(String tenant) {
    if (tenant.equals(DEFAULT_TENANT)) {
      return Optional.of(clickHouse);
    }
    return Optional.ofNullable(tenants.get(tenant)).flatMap(TenantSettings::clickHouse);
  }

  /** Whether a rejected row is parked. The table's switch wins over the tenant's. */
  public boolean dlqEnabled(String tenant, String table) {
    return Optional.ofNullable(tables.get(table))
        .flatMap(TableSettings::dlqEnabled)
        .or(() -> Optional.ofNullable(tenants.get(tenant)).flatMap(TenantSettings::dlqEnabled))
        .orElse(dlq.enabled());
  }

  /** What flushes a batch of this table. */
  public BatchSettings batch(String table) {
    return Optional.ofNullable(tables.get(table)).map(TableSettings::batch).orElse(batch);
  }

  /** What this table's payloads are. */
  public Format format(String table) {
    return Optional.ofNullable(tables.get(table)).map(TableSettings::format).orElse(format);
  }

  /**
   * The ClickHouse settings of an INSERT: the connection's, then the table's on top. Only the
   * table's for a tenant without a connection.
   */
  public Map<String, String> clickHouseSettings(String tenant, String table) {
    Map<String, String> settings = new TreeMap<>();
    clickHouse(tenant).ifPresent(connection -> settings.putAll(connection.settings()));
    Optional.ofNullable(tables.get(table)).ifPresent(own -> settings.putAll(own.settings()));
    return Sorted.copy(settings);
  }

  /** The stream of a tenant's rows; empty for a tenant that is unknown. */
  public Optional<StreamSettings> stream(String tenant) {
    if (tenant.equals(DEFAULT_TENANT)) {
      return Optional.of(stream);
    }
    return Optional.ofNullable(tenants.get(tenant)).map(own -> own.stream().orElse(stream));
  }

  /** The names of all pools there are connections for. */
  public Set<String> pools() {
    return Stream.concat(
            Stream.of(clickHouse),
            tenants.values().stream().flatMap(tenant -> tenant.clickHouse().stream()))
        .map(ClickHouseSettings::pool)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The streams to consume: the default tenant's first, then those of tenants with their own. */
  public List<StreamSettings> streams() {
    return Stream.concat(
            Stream.of(stream),
            tenants.values().stream().flatMap(tenant -> tenant.stream().stream()))
        .toList();
  }
}

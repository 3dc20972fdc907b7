package io.wavehouse.ingest.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsLoaderTest {
  @TempDir Path folder;

  @Test
  void theDefaultsAreTheContracts() {
    Settings settings = SettingsLoader.load(Optional.empty(), Map.of());

    assertThat(settings.warnings()).isEmpty();
    assertThat(settings.nats().servers()).containsExactly("nats://127.0.0.1:4222");
    assertThat(settings.stream())
        .isEqualTo(
            new StreamSettings(
                "WAVEHOUSE_INGEST",
                List.of("ingest.*", "ingest.0.*"),
                "buffer-consumer",
                Retention.WORKQUEUE,
                1L << 30,
                Topology.CREATE,
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                20_000));
    assertThat(settings.inHandMaxBytes()).isEqualTo(64L << 20);
    assertThat(settings.drainTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.format()).isEqualTo(Format.ROW);
    assertThat(settings.batch())
        .isEqualTo(new BatchSettings(5_000, 8L << 20, Duration.ofSeconds(1)));
    assertThat(settings.insertThreads()).isEqualTo(4);
    assertThat(settings.clickHouse().url()).hasToString("http://127.0.0.1:8123");
    assertThat(settings.clickHouse().username()).isEqualTo("default");
    assertThat(settings.clickHouse().password().value()).isEmpty();
    assertThat(settings.clickHouse().database()).isEqualTo("default");
    assertThat(settings.clickHouse().requestTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.clickHouse().connectTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.clickHouse().compression()).isEqualTo(Compression.NONE);
    assertThat(settings.clickHouse().settings())
        .isEqualTo(
            Map.of(
                "async_insert", "0",
                "date_time_input_format", "best_effort",
                "input_format_null_as_default", "1",
                "input_format_skip_unknown_fields", "0",
                "wait_end_of_query", "1"));
    assertThat(settings.backoff())
        .isEqualTo(new BackoffSettings(Duration.ofSeconds(1), Duration.ofSeconds(30)));
    assertThat(settings.dlq()).isEqualTo(new DlqSettings(true, "WAVEHOUSE_DLQ", 1L << 30));
    assertThat(settings.http())
        .isEqualTo(
            new HttpSettings(
                8_080, "127.0.0.1", Optional.empty(), 1L << 30, Duration.ofSeconds(30)));
    assertThat(settings.management()).isEqualTo(new ManagementSettings(9_876, "127.0.0.1"));
    assertThat(settings.tenants()).isEmpty();
    assertThat(settings.tables()).isEmpty();
    assertThat(settings.failureCodes()).isEmpty();
  }

  @Test
  void theFileWinsOverTheDefaultsAndTheEnvironmentOverTheFile() throws IOException {
    Settings settings =
        load(
            Map.of("WAVEHOUSE_BATCH_MAX_ROWS", "30", "WAVEHOUSE_NATS_SERVERS", "tls://b:4222"),
            "wavehouse.batch.max-rows=20",
            "wavehouse.batch.max-bytes = 1MiB ",
            "wavehouse.nats.servers=nats://a:4222");

    assertThat(settings.batch()).isEqualTo(new BatchSettings(30, 1L << 20, Duration.ofSeconds(1)));
    assertThat(settings.nats().servers()).containsExactly("tls://b:4222");
  }

  @Test
  void aTableSetsItsOwnAndTakesTheRest() throws IOException {
    Settings settings =
        load(
            Map.of(),
            "wavehouse.batch.max-rows=100",
            "wavehouse.tables.audit%2Elog.batch.max-wait=300ms",
            "wavehouse.tables.audit%2Elog.format=envelope",
            "wavehouse.tables.audit%2Elog.dlq.enabled=false",
            "wavehouse.tables.audit%2Elog.settings.max_threads=2");

    assertThat(settings.batch("audit.log"))
        .isEqualTo(new BatchSettings(100, 8L << 20, Duration.ofMillis(300)));
    assertThat(settings.format("audit.log")).isEqualTo(Format.ENVELOPE);
    assertThat(settings.dlqEnabled("0", "audit.log")).isFalse();
    assertThat(settings.clickHouseSettings("0", "audit.log"))
        .containsEntry("max_threads", "2")
        .containsEntry("async_insert", "0");
    assertThat(settings.batch("other")).isEqualTo(settings.batch());
    assertThat(settings.format("other")).isEqualTo(Format.ROW);
    assertThat(settings.dlqEnabled("0", "other")).isTrue();
    assertThat(settings.clickHouseSettings("0", "other")).doesNotContainKey("max_threads");
  }

  @Test
  void aTenantInheritsTimeoutsCompressionAndSettingsButNoIdentity() throws IOException {
    Settings settings =
        load(
            Map.of(),
            "wavehouse.clickhouse.username=boss",
            "wavehouse.clickhouse.password=hunter2",
            "wavehouse.clickhouse.database=secret",
            "wavehouse.clickhouse.request-timeout=7s",
            "wavehouse.clickhouse.compression=gzip",
            "wavehouse.clickhouse.settings.max_threads=3",
            "wavehouse.tenants.acme.clickhouse.url=http://acme:8123",
            "wavehouse.tenants.acme.clickhouse.settings.async_insert=");

    ClickHouseSettings acme = settings.clickHouse("acme").orElseThrow();
    assertThat(acme.url()).hasToString("http://acme:8123");
    assertThat(acme.username()).isEqualTo("default");
    assertThat(acme.password().value()).isEmpty();
    assertThat(acme.database()).isEqualTo("default");
    assertThat(acme.requestTimeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(acme.compression()).isEqualTo(Compression.GZIP);
    assertThat(acme.settings()).containsEntry("max_threads", "3").doesNotContainKey("async_insert");
    assertThat(settings.clickHouse("0")).contains(settings.clickHouse());
    assertThat(settings.clickHouse("stranger")).isEmpty();
  }

  @Test
  void aTenantHasAStreamOfItsOwnUnlessTheSubjectsTakeItIn() throws IOException {
    String[] tenant = {
      "wavehouse.tenants.acme.dlq.enabled=false", "wavehouse.tenants.acme.stream.max-bytes=2GiB"
    };
    Settings apart = load(Map.of(), tenant);
    Settings shared = load(Map.of(), tenant[0], tenant[1], "wavehouse.subjects=ingest.>");

    StreamSettings own = apart.tenants().get("acme").stream().orElseThrow();
    assertThat(own.name()).isEqualTo("WAVEHOUSE_INGEST_acme");
    assertThat(own.subjects()).containsExactly("ingest.acme.*");
    assertThat(own.maxBytes()).isEqualTo(2L << 30);
    assertThat(own.consumer()).isEqualTo("buffer-consumer");
    assertThat(apart.streams()).containsExactly(apart.stream(), own);
    assertThat(shared.streams()).containsExactly(shared.stream());
    assertThat(apart.clickHouse("acme")).as("none is configured").isEmpty();
    assertThat(apart.dlqEnabled("acme", "t")).isFalse();
  }

  @Test
  void theTablesDlqSwitchWinsOverTheTenants() throws IOException {
    Settings settings =
        load(
            Map.of(),
            "wavehouse.tenants.acme.dlq.enabled=false",
            "wavehouse.tables.kept.dlq.enabled=true");

    assertThat(settings.dlqEnabled("acme", "kept")).isTrue();
    assertThat(settings.dlqEnabled("acme", "other")).isFalse();
  }

  @Test
  void failureCodesComeAsWritten() throws IOException {
    Settings settings =
        load(
            Map.of("WAVEHOUSE_FAILURE_CODES_60", "unavailable"),
            "wavehouse.failure.codes.252=unavailable, table, splittable");

    assertThat(settings.failureCodes())
        .isEqualTo(Map.of(60, "unavailable", 252, "unavailable,table,splittable"));
  }

  @Test
  void anEmptySettingTakesADefaultAway() throws IOException {
    Settings settings = load(Map.of(), "wavehouse.clickhouse.settings.wait_end_of_query=");

    assertThat(settings.clickHouse().settings()).doesNotContainKey("wait_end_of_query");
  }

  @Test
  void placeholdersSeeSizesInBytesAndCamelsKeysPassThrough() throws IOException {
    Map<String, String> properties =
        load(
                Map.of("WAVEHOUSE_STREAM_MAX_BYTES", "2MiB"),
                "wavehouse.drain-timeout=1m",
                "camel.main.tracing=true")
            .asProperties();

    assertThat(properties)
        .containsEntry("wavehouse.stream.max-bytes", "2097152")
        .containsEntry("wavehouse.batch.max-rows", "5000")
        .containsEntry("wavehouse.ack-wait", "60s")
        .containsEntry("camel.main.tracing", "true")
        .containsEntry("camel.main.shutdown-timeout", "60");
  }

  @Test
  void camelStopsInWholeSecondsAndNeverWaitsForEver() throws IOException {
    assertThat(load(Map.of(), "wavehouse.drain-timeout=1500ms").asProperties())
        .containsEntry("camel.main.shutdown-timeout", "2");
    assertThat(load(Map.of(), "wavehouse.drain-timeout=0s").asProperties())
        .containsEntry("camel.main.shutdown-timeout", "1");
  }

  @Test
  void theUsersShutdownTimeoutStandsInEitherSpelling() throws IOException {
    assertThat(load(Map.of(), "camel.main.shutdown-timeout=9").asProperties())
        .containsEntry("camel.main.shutdown-timeout", "9");
    assertThat(load(Map.of(), "camel.main.shutdownTimeout=9").asProperties())
        .doesNotContainKey("camel.main.shutdown-timeout");
  }

  @Test
  void everyKeyOfThePropertiesFileIsReadAndNoOther() throws IOException {
    Defaults defaults = Defaults.read();
    Map<String, String> properties =
        load(
                Map.of(),
                defaults.known().templates().stream()
                    .filter(Template::isFamily)
                    .map(SettingsLoaderTest::filled)
                    .filter(line -> !line.contains("password=") && !line.contains("tls."))
                    .toArray(String[]::new))
            .asProperties();

    List<String> expected =
        defaults.known().templates().stream()
            .map(template -> filled(template).split("=", 2)[0])
            .filter(key -> !Setting.isSecret(key) && !key.matches(".*tenants.*tls.*"))
            .toList();
    assertThat(properties.keySet())
        .filteredOn(key -> key.startsWith("wavehouse."))
        .filteredOn(key -> !key.startsWith("wavehouse.tenants.acme.clickhouse.tls."))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** A line that sets a family's key to something valid. */
  private static String filled(Template template) {
    Map<String, String> valid =
        Map.ofEntries(
            Map.entry("url", "http://acme:8123"),
            Map.entry("username", "u"),
            Map.entry("password-file", ""),
            Map.entry("database", "d"),
            Map.entry("request-timeout", "1s"),
            Map.entry("connect-timeout", "1s"),
            Map.entry("compression", "gzip"),
            Map.entry("enabled", "true"),
            Map.entry("max-bytes", "1MiB"),
            Map.entry("max-rows", "10"),
            Map.entry("max-wait", "1s"),
            Map.entry("format", "row"));
    String text = template.text();
    String last = text.substring(text.lastIndexOf('.') + 1);
    String value = text.contains("<code>") ? "denied" : valid.getOrDefault(last, "1");
    String key =
        text.replace("<id>", "acme")
            .replace("<table>", "clicks")
            .replace("<code>", "42")
            .replace("<name>", "max_threads");
    return key + "=" + value;
  }

  @Test
  void everySecretReachesItsRecordAndIsPrintedNowhere() throws IOException {
    Settings settings =
        load(
            Map.of("WAVEHOUSE_HTTP_TOKEN", "hunter2-http"),
            "wavehouse.nats.user=u",
            "wavehouse.nats.password=hunter2-nats",
            "wavehouse.clickhouse.password=hunter2-ch ",
            "wavehouse.tenants.acme.clickhouse.url=http://acme:8123",
            "wavehouse.tenants.acme.clickhouse.password=hunter2-acme");

    assertThat(settings.nats().password().orElseThrow().value()).isEqualTo("hunter2-nats");
    assertThat(settings.clickHouse().password().value()).isEqualTo("hunter2-ch ");
    assertThat(settings.clickHouse("acme").orElseThrow().password().value())
        .isEqualTo("hunter2-acme");
    assertThat(settings.http().token().orElseThrow().value()).isEqualTo("hunter2-http");
    assertThat(load(Map.of(), "wavehouse.nats.token=t").nats().token().orElseThrow().value())
        .isEqualTo("t");
    assertThat(settings.toString()).doesNotContain("hunter2").contains("***");
    assertThat(settings.asProperties().toString()).doesNotContain("hunter2");
    assertThat(settings.asProperties().keySet()).noneMatch(Setting::isSecret);
  }

  @Test
  void anUnknownVariableOnlyWarns() {
    Map<String, String> environment = new HashMap<>();
    environment.put("WAVEHOUSE_NATS_SERVER", "hunter2");
    environment.put("WAVEHOUSE_HTTP_PORT", "tcp://10.0.0.1:8080");
    environment.put("PATH", "/bin");

    Settings settings = SettingsLoader.load(Optional.empty(), environment);

    assertThat(settings.http().port()).isEqualTo(8_080);
    assertThat(settings.warnings())
        .containsExactly(
            "environment variable WAVEHOUSE_HTTP_PORT is ignored: it is the address Kubernetes sets"
                + " for a service, not wavehouse.http.port",
            "environment variable WAVEHOUSE_NATS_SERVER is no setting and is ignored; the nearest"
                + " is WAVEHOUSE_NATS_SERVERS");
  }

  @Test
  void aVariableSetsTheTenantOrTableOfTheFileThatFitsIt() throws IOException {
    Settings settings =
        load(
            Map.of(
                "WAVEHOUSE_TENANTS_ACME_EU_CLICKHOUSE_PASSWORD", "p",
                "WAVEHOUSE_TENANTS_NEW_CLICKHOUSE_URL", "http://new:1",
                "WAVEHOUSE_TENANTS_NEW_CLICKHOUSE_SETTINGS_MAX_THREADS", "2",
                "WAVEHOUSE_TABLES_AUDIT_2ELOG_BATCH_MAX_ROWS", "7",
                "WAVEHOUSE_TABLES_CLICKS_FORMAT", "envelope"),
            "wavehouse.tenants.Acme-EU.clickhouse.url=http://acme:8123",
            "wavehouse.tables.Audit%2ELog.batch.max-wait=2s");

    assertThat(settings.clickHouse("Acme-EU").orElseThrow().password().value()).isEqualTo("p");
    assertThat(settings.clickHouse("new").orElseThrow().settings())
        .containsEntry("max_threads", "2");
    assertThat(settings.batch("Audit.Log").maxRows()).isEqualTo(7);
    assertThat(settings.format("clicks")).isEqualTo(Format.ENVELOPE);
  }

  @Test
  void aVariableThatFitsTwoTenantsIsRefused() {
    assertThatThrownBy(
            () ->
                load(
                    Map.of("WAVEHOUSE_TENANTS_A_B_DLQ_ENABLED", "true"),
                    "wavehouse.tenants.a-b.dlq.enabled=true",
                    "wavehouse.tenants.A_B.dlq.enabled=true"))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "environment variable WAVEHOUSE_TENANTS_A_B_DLQ_ENABLED fits each of A_B, a-b: set it"
                + " in the configuration file");
  }

  @Test
  void everyPlainKeyHasAVariableOfItsOwn() {
    assertThat(Defaults.read().known().templates())
        .filteredOn(template -> !template.isFamily())
        .extracting(template -> Template.variable(template.text()))
        .doesNotHaveDuplicates();
  }

  @Test
  void aFileThatCannotBeReadIsOneLine() throws IOException {
    Path missing = folder.resolve("missing");
    Path latin = Files.write(folder.resolve("latin"), new byte[] {'a', '=', (byte) 0xe4});

    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(missing), Map.of()))
        .hasMessage("--config " + missing + ": there is no such file");
    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(latin), Map.of()))
        .hasMessage("--config " + latin + ": must be UTF-8 text");
    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(folder), Map.of()))
        .hasMessage("--config " + folder + ": must be a file that can be read");
  }

  /** Windows editors write one; the key behind it would pass for one of Camel's and be ignored. */
  @Test
  void aByteOrderMarkIsNoPartOfTheFirstKey() throws IOException {
    Settings settings =
        load(Map.of(), "\uFEFFwavehouse.clickhouse.url=http://a:1", "wavehouse.format=envelope");

    assertThat(settings.clickHouse().url()).hasToString("http://a:1");
    assertThat(settings.format()).isEqualTo(Format.ENVELOPE);
  }

  private Settings load(Map<String, String> environment, String... lines) throws IOException {
    Path file = folder.resolve("my.properties");
    Files.write(file, List.of(lines), StandardCharsets.UTF_8);
    return SettingsLoader.load(Optional.of(file), environment);
  }
}

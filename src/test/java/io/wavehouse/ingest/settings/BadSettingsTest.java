package io.wavehouse.ingest.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each bad setting stops the start with one line: the key, the value, where, and the rule. */
class BadSettingsTest {
  @TempDir Path folder;

  /** The last line of the lines, which {@code ;} parts, is the one to blame. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wavehouse.ack-wait=3s | must be at least 5s
          wavehouse.ack-wait=60 | must be a duration such as 300ms, 5s, 1m or 1h
          wavehouse.ack-wait=1m30s | must be a duration such as 300ms, 5s, 1m or 1h
          wavehouse.ack-wait=-1s | must be a duration such as 300ms, 5s, 1m or 1h
          wavehouse.ack-wait=9999999h | must be a duration such as 300ms, 5s, 1m or 1h
          wavehouse.ack-wait= | must not be empty
          wavehouse.batch.max-wait=0s | must be above zero
          wavehouse.batch.max-bytes=8MB | must be a size such as 8MiB, 1GiB or plain bytes
          wavehouse.batch.max-bytes=0 | must be above zero
          wavehouse.batch.max-bytes=99999999999TiB | must be a size such as 8MiB, 1GiB or plain bytes
          wavehouse.batch.max-bytes=65MiB | must be at most wavehouse.in-hand.max-bytes=64MiB (default)
          wavehouse.batch.max-rows=0 | must be a whole number of at least 1
          wavehouse.batch.max-rows=1e3 | must be a whole number of at least 1
          wavehouse.batch.max-rows=20001 | must be at most wavehouse.max-ack-pending=20000 (default)
          wavehouse.tables.t.batch.max-rows=20001 | must be at most wavehouse.max-ack-pending=20000 (default)
          wavehouse.tables.t.batch.max-bytes=1GiB | must be at most wavehouse.in-hand.max-bytes=64MiB (default)
          wavehouse.backoff.initial=0ms | must be above zero
          wavehouse.backoff.initial=31s | must be at most wavehouse.backoff.max=30s (default)
          wavehouse.insert.threads=0 | must be a whole number from 1 to 1024
          wavehouse.http.port=65536 | must be a whole number from 0 to 65535
          wavehouse.http.port=9876 | wavehouse.management.port
          wavehouse.management.port=8080 | must differ from wavehouse.http.port=8080 (default)
          wavehouse.http.bind=0.0.0.0 | needs wavehouse.http.token, or anybody could publish
          wavehouse.http.bind=127.0.0.1:80 | must be an address or host name, without a port
          wavehouse.format=json | must be row or envelope
          wavehouse.topology=maybe | must be create or require
          wavehouse.dlq.enabled=yes | must be true or false
          wavehouse.stream.retention=interest | must be workqueue or limits: interest drops what is published while no consumer exists
          wavehouse.stream.retention=none | must be workqueue or limits
          wavehouse.stream=A.B | must be a NATS name: no space, dot, *, >, slash or backslash
          wavehouse.consumer=a b | must be a NATS name: no space, dot, *, >, slash or backslash
          wavehouse.dlq.stream=WAVEHOUSE_INGEST | must differ from wavehouse.stream=WAVEHOUSE_INGEST (default)
          wavehouse.subjects=ingest.*,, | must be a comma separated list without empty entries
          wavehouse.subjects=ingest..a | ingest..a is no NATS subject: names between dots, * for one, > for all that follow
          wavehouse.subjects=ingest.>,ingest.a | ingest.> and ingest.a overlap, which NATS refuses
          wavehouse.subjects=> | > must not take in the dead letters of dlq.>
          wavehouse.tenants.a.dlq.enabled=true;wavehouse.subjects=ingest.a.t | ingest.a.t must take in all of ingest.a.* or nothing of it
          wavehouse.nats.servers=127.0.0.1:4222 | must be nats://host:port, tls://, ws:// or wss:// URLs
          wavehouse.nats.servers=nats://a:99999 | must be nats://host:port, tls://, ws:// or wss:// URLs
          wavehouse.nats.user=u | needs wavehouse.nats.password or -file
          wavehouse.clickhouse.url=ftp://a | must be a URL such as http://host:8123 or https://host:8443
          wavehouse.clickhouse.url=http:// | must be a URL such as http://host:8123 or https://host:8443
          wavehouse.clickhouse.url=http://a:0 | must be a URL such as http://host:8123 or https://host:8443
          wavehouse.clickhouse.compression=lz5 | must be none or gzip
          wavehouse.clickhouse.password-file=nowhere | must be a file that can be read
          wavehouse.clickhouse.tls.ca-file=nowhere | must be a file that can be read
          wavehouse.clickhouse.tls.cert-file=pom.xml | needs wavehouse.clickhouse.tls.key-file
          wavehouse.clickhouse.tls.ca-file=pom.xml | needs an https URL in wavehouse.clickhouse.url
          wavehouse.clickhouse.settings.input_format_allow_errors_num=1 | is never sent: ClickHouse would skip bad rows without a word
          wavehouse.tables.t.settings.input_format_allow_errors_ratio=1 | is never sent: ClickHouse would skip bad rows without a word
          wavehouse.clickhouse.settings.send_progress_in_http_headers=0 | is never sent: ClickHouse would answer 200 before it is done
          wavehouse.clickhouse.settings.wait_for_async_insert=0 | must be 1: rows would be acked before they are stored
          wavehouse.clickhouse.settings.max-threads=1 | a ClickHouse setting's name is letters, digits and underscores
          wavehouse.tables.t.settings.max_threads= | must not be empty
          wavehouse.tables.t%zz.format=row | a table is spelled as in a subject: % and two hexadecimal digits a byte, UTF-8
          wavehouse.tables.t.format=row;wavehouse.tables.%74.format=row | ?
          wavehouse.tenants.0.dlq.enabled=true | 0 is the default tenant: set the key without tenants.0 instead
          wavehouse.tenants.a%20b.dlq.enabled=true | a tenant's id is up to 64 letters, digits, dashes and underscores
          wavehouse.tenants.a.clickhouse.username=u | needs wavehouse.tenants.a.clickhouse.url, which is not inherited
          wavehouse.failure.codes.x=denied | an exception code is a positive number
          wavehouse.failure.codes.-1=denied | an exception code is a positive number
          wavehouse.failure.codes.1=lost | must be rejected, unavailable or denied, then ,table or ,splittable if it applies
          wavehouse.failure.codes.1=denied,tables | must be rejected, unavailable or denied, then ,table or ,splittable if it applies
          wavehouse.failure.codes.1=rejected,splittable | ,splittable goes only with unavailable or denied
          """)
  void aBadValueIsNamedWithItsKeyItsPlaceAndItsRule(String lines, String rule) throws IOException {
    Path file = write(lines.split(";", -1));
    String[] all = lines.split(";", -1);
    String last = all[all.length - 1];
    String expected = last + " (line " + all.length + " of " + file + "): " + rule;
    if (rule.equals("wavehouse.management.port")) {
      expected =
          "wavehouse.management.port=9876 (default): must differ from %s (line 1 of %s)"
              .formatted(last, file);
    } else if (rule.equals("?")) {
      expected =
          "%s (line 1 of %s): the table t is set in another spelling".formatted(all[0], file);
    }
    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessage(expected);
  }

  @Test
  void ackWaitCoversFourTimesEveryTablesMaxWait() throws IOException {
    Path file = write("wavehouse.ack-wait=10s", "wavehouse.tables.slow.batch.max-wait=2600ms");

    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), Map.of()))
        .hasMessage(
            "wavehouse.ack-wait=10s (line 1 of %s): must be at least 10400ms, 4 times"
                    .formatted(file)
                + " wavehouse.tables.slow.batch.max-wait=2600ms (line 2 of %s)".formatted(file));
  }

  @Test
  void aVariableIsNamedAsThePlace() {
    assertThatThrownBy(
            () -> SettingsLoader.load(Optional.empty(), Map.of("WAVEHOUSE_ACK_WAIT", "soon")))
        .hasMessage(
            "wavehouse.ack-wait=soon (environment variable WAVEHOUSE_ACK_WAIT): must be a duration"
                + " such as 300ms, 5s, 1m or 1h");
  }

  @ParameterizedTest
  @CsvSource({
    "wavehouse.batch.maxRows,wavehouse.batch.max-rows",
    "wavehouse.acks-wait,wavehouse.ack-wait",
    "wavehouse.clickhouse.pasword,wavehouse.clickhouse.password",
    "wavehouse.tenants.acme.clickhouse.user,wavehouse.tenants.acme.clickhouse.url",
    "wavehouse.tables.clicks.batch.rows,wavehouse.tables.clicks.batch.max-rows",
  })
  void anUnknownKeyNamesTheNearestAndHidesItsValue(String key, String nearest) throws IOException {
    Path file = write("", key + "=hunter2");

    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), Map.of()))
        .hasMessage(
            "%s=*** (line 2 of %s): there is no such key; the nearest is %s"
                .formatted(key, file, nearest));
  }

  @Test
  void aKeySetTwiceIsRefusedAndLinesAreCountedAsTheEditorDoes() throws IOException {
    Path file =
        write(
            "# a comment that ends in \\",
            "wavehouse.subjects=a.*,\\",
            "  b.*",
            "",
            "wavehouse.format=row",
            "wavehouse.format=envelope");

    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), Map.of()))
        .hasMessage(
            "wavehouse.format=*** (line 6 of %s): is set twice, first in line 5 of %s"
                .formatted(file, file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wavehouse.nats.servers=nats://u:hunter2@a:4222 | must hold no credentials: use wavehouse.nats.user and .password, or .token
          wavehouse.nats.password=hunter2 | needs wavehouse.nats.user
          wavehouse.nats.token=hunter2;wavehouse.nats.user=u;wavehouse.nats.password=hunter2 | must not be set together with
          wavehouse.clickhouse.url=http://u:hunter2@a:8123 | must hold no credentials: use .username and .password
          wavehouse.clickhouse.url=http://a:8123/?password=hunter2 | must hold no query: use .database and .settings.<name>
          wavehouse.clickhouse.settings.password=hunter2 | is no ClickHouse setting but a parameter of the request
          wavehouse.clickhouse.password=hunter2;wavehouse.clickhouse.password-file=pom.xml | must not be set together with wavehouse.clickhouse.password=***
          wavehouse.clickhouse.password=hunter2\\u0007 | must hold no control character
          wavehouse.http.token=\\thunter2\\u000a | must hold no control character
          """)
  void aCredentialIsInNoMessage(String lines, String rule) throws IOException {
    Path file = write(lines.split(";", -1));

    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(rule)
        .hasMessageNotContaining("hunter2")
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
  }

  @Test
  void aBadEscapeNamesItsLine() throws IOException {
    Path file = write("", "wavehouse.format=\\u12");

    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), Map.of()))
        .hasMessage("line 2 of " + file + ": \\u must be followed by four hexadecimal digits");
  }

  private Path write(String... lines) throws IOException {
    return Files.write(folder.resolve("my.properties"), List.of(lines));
  }

  /** A backslash at the end of a line takes in the next, which may hold a password. */
  @ParameterizedTest
  @CsvSource({"wavehouse.clickhouse.compression=gzip", "wavehouse.clickhouse.database=C:"})
  void aValueThatSwallowsTheNextSettingIsRefusedUnseen(String line) throws IOException {
    Path file = folder.resolve("my.properties");
    Files.writeString(file, line + "\\\nwavehouse.clickhouse.password=hidden\n");

    assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("takes in the next line")
        .hasMessageNotContaining("hidden");
  }
}

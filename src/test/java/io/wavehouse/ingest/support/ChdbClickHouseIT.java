package io.wavehouse.ingest.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The embedded ClickHouse is a server: it keeps data, it can be taken away, it earns codes. */
class ChdbClickHouseIT {
  private static final ChdbClickHouse SERVER = new ChdbClickHouse();
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    SERVER.start();
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @BeforeEach
  void freshTable() {
    SERVER.resume();
    SERVER.query("DROP TABLE IF EXISTS events");
    SERVER.query(
        "CREATE TABLE events (id UInt32, name String, CONSTRAINT named CHECK name != 'nobody',"
            + " CONSTRAINT coded CHECK throwIf(name = 'readonly', 'no', toInt16(242)) = 0)"
            + " ENGINE = MergeTree PARTITION BY id % 7 ORDER BY id");
  }

  @Test
  void dataSurviveAKill() {
    SERVER.query("INSERT INTO events VALUES (1, 'a')");
    SERVER.kill();
    SERVER.start();
    assertThat(SERVER.query("SELECT count() FROM events")).isEqualTo("1");
  }

  @Test
  void dataSurviveAStopAndTheUrlStays() {
    URI before = SERVER.url();
    SERVER.query("INSERT INTO events VALUES (1, 'a')");
    SERVER.stop();
    SERVER.start();
    assertThat(SERVER.url()).isEqualTo(before);
    assertThat(SERVER.query("SELECT count() FROM events")).isEqualTo("1");
  }

  @Test
  void aPausedServerTakesTheConnectionAndHangs() throws Exception {
    SERVER.pause();
    HttpRequest ping =
        HttpRequest.newBuilder(SERVER.url().resolve("/ping"))
            .timeout(Duration.ofMillis(300))
            .build();
    assertThatThrownBy(() -> http.send(ping, HttpResponse.BodyHandlers.ofString()))
        .isInstanceOf(HttpTimeoutException.class);
    SERVER.resume();
    assertThat(SERVER.query("SELECT 1")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "27  | 400 | events  | {\"id\":\"one\"}                             |",
        "26  | 400 | events  | {\"id\":1,\"name\":\"ab                      |",
        "117 | 400 | events  | {\"id\":1,\"nope\":2} | input_format_skip_unknown_fields=0",
        "60  | 404 | missing | {\"id\":1}                                   |",
        "469 | 500 | events  | {\"id\":1,\"name\":\"nobody\"}               |",
        "242 | 500 | events  | {\"id\":1,\"name\":\"readonly\"}             |",
        "252 | 500 | events  | {\"id\":1}{\"id\":2}{\"id\":3} | max_partitions_per_insert_block=2",
        "241 | 500 | events  | {\"id\":1} | max_memory_usage=1&max_untracked_memory=1",
        "115 | 404 | events  | {\"id\":1} | no_such_setting=1",
        "164 | 500 | events  | {\"id\":1} | readonly=1",
        "73  | 404 | events  | {\"id\":1} | format_of_the_statement=Nope",
      })
  void aBadInsertEarnsItsCode(int code, int status, String table, String body, String settings)
      throws Exception {
    HttpResponse<String> answer = insert(table, body, settings);
    assertThat(answer.body())
        .startsWith("Code: " + code + ". DB::Exception: ")
        .contains("(version");
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("X-ClickHouse-Exception-Code"))
        .hasValue(Integer.toString(code));
    assertThat(SERVER.query("SELECT count() FROM events")).isEqualTo("0");
  }

  @Test
  void aSlowQueryEarnsTimeoutExceeded() {
    assertThatThrownBy(
            () ->
                SERVER.query(
                    "SELECT count() FROM system.numbers WHERE sleepEachRow(0.01) = 1"
                        + " SETTINGS max_execution_time = 0.1, max_block_size = 5"))
        .hasMessageStartingWith("Code: 159.");
  }

  @Test
  void creatingAUserIsDenied() {
    assertThatThrownBy(() -> SERVER.query("CREATE USER somebody"))
        .hasMessageStartingWith("Code: 497.");
  }

  @Test
  void aSettingEndsWithItsRequest() throws Exception {
    assertThat(insert("events", "{\"id\":1}", "readonly=1").statusCode()).isEqualTo(500);
    assertThat(insert("events", "{\"id\":1}", null).statusCode()).isEqualTo(200);
    assertThat(SERVER.query("SELECT getSetting('readonly')")).isEqualTo("0");
  }

  @Test
  void aBlankLineEndsNothing() throws Exception {
    HttpResponse<String> both = insert("events", "{\"id\":1}\n\n{\"id\":2}\n\n", null);
    assertThat(both.statusCode()).isEqualTo(200);
    assertThat(both.headers().firstValue("X-ClickHouse-Summary").orElseThrow())
        .contains("\"written_rows\":\"2\"");
    assertThat(insert("events", "{\"id\":3}\n\nDROP TABLE events", null).body())
        .startsWith("Code: 27.");
    assertThat(SERVER.query("SELECT count() FROM events")).isEqualTo("2");
  }

  @Test
  void oneBadRowOfManyLandsNone() throws Exception {
    String rows = "{\"id\":1}\n".repeat(499) + "{\"id\":\"bad\"}\n";
    assertThat(insert("events", rows, null).body()).contains("(at row 500)");
    assertThat(SERVER.query("SELECT count() FROM events")).isEqualTo("0");
  }

  @Test
  void severalStatementsAreRefused() {
    assertThatThrownBy(() -> SERVER.query("SELECT 1; SELECT 2"))
        .hasMessageStartingWith("Code: 62.");
  }

  private HttpResponse<String> insert(String table, String body, String settings) throws Exception {
    boolean badFormat = settings != null && settings.startsWith("format_of_the_statement=");
    String format = badFormat ? settings.substring(settings.indexOf('=') + 1) : "JSONEachRow";
    String sql = "INSERT INTO `default`.`" + table + "` FORMAT " + format;
    String more = settings == null || badFormat ? "" : "&" + settings;
    URI uri =
        SERVER.url().resolve("/?query=" + URLEncoder.encode(sql, StandardCharsets.UTF_8) + more);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("X-ClickHouse-User", SERVER.user())
            .header("X-ClickHouse-Key", SERVER.password())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
}

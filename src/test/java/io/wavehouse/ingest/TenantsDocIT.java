package io.wavehouse.ingest;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.JetStreamManagement;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import io.wavehouse.ingest.support.ScriptedInsert;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/tenants.md add a tenant, as the page says. */
class TenantsDocIT {
  private static final Path PAGE = Path.of("docs/tenants.md");
  private static final String URL = "wavehouse.tenants.acme.clickhouse.url";

  @TempDir private Path routes;

  @Test
  void settingsAloneAddOne() throws Exception {
    Properties settings = new Properties();
    settings.load(new StringReader(block("properties")));
    try (ScriptedClickHouse acmes = new ScriptedClickHouse(insert -> ScriptedAnswer.ok())) {
      acmes.script(acmes::landing);
      settings.setProperty(URL, acmes.url());
      try (RunningBundle bundle =
          RunningBundle.inFrontOf(
              acmes.url(),
              settings.entrySet().stream()
                  .flatMap(
                      entry ->
                          List.of(entry.getKey().toString(), entry.getValue().toString()).stream())
                  .toArray(String[]::new))) {
        landOneRow(bundle, acmes, "WAVEHOUSE_INGEST_acme");
        assertThat(acmes.inserts()).extracting(ScriptedInsert::user).containsExactly("ingest");
        assertThat(acmes.inserts()).extracting(ScriptedInsert::database).containsExactly("events");
      }
    }
  }

  @Test
  void anEntryInARouteFileTakesThePlaceOfTheOneThatSettingsMake() throws Exception {
    Files.writeString(routes.resolve("acme.camel.yaml"), block("yaml"));
    try (ScriptedClickHouse acmes = new ScriptedClickHouse(insert -> ScriptedAnswer.ok())) {
      acmes.script(acmes::landing);
      try (RunningBundle bundle =
          RunningBundle.inFrontOf(
              acmes.url(),
              URL,
              acmes.url(),
              "camel.main.routes-include-pattern",
              "classpath:routes/*.camel.yaml,file:" + routes + "/*.camel.yaml")) {
        landOneRow(bundle, acmes, "ACME_EVENTS");
        assertThat(bundle.connection().jetStreamManagement().getStreamNames())
            .doesNotContain("WAVEHOUSE_INGEST_acme");
      }
    }
  }

  private static void landOneRow(RunningBundle bundle, ScriptedClickHouse acmes, String stream)
      throws Exception {
    JetStreamManagement management = bundle.connection().jetStreamManagement();
    Awaitility.await().atMost(PATIENCE).until(() -> management.getStreamNames().contains(stream));
    bundle.publish("ingest.acme.t", 0, 1);
    Awaitility.await().atMost(PATIENCE).until(() -> acmes.landed().equals(List.of("{\"id\":0}")));
  }

  private static String block(String language) throws Exception {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }
}

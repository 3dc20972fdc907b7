package io.wavehouse.ingest.failure;

import static io.wavehouse.ingest.support.ScriptedAnswer.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a publisher says in headers steers nothing, and what we say to ClickHouse goes nowhere else.
 */
class HeaderRuleIT {
  @Test
  void aPublishersHeadersReachNoRequestAndCredentialsReachNoDeadLetter(@TempDir Path routes)
      throws Exception {
    Headers hostile = new Headers();
    for (String name :
        new String[] {
          "X-ClickHouse-User",
          "X-ClickHouse-Key",
          "X-ClickHouse-Database",
          "Authorization",
          "CamelHttpUri",
          "CamelHttpQuery",
          "CamelHttpPath",
          "CamelHttpMethod",
          "Content-Encoding",
          "Host",
          "CamelNatsSubject",
          "Wavehouse-Table"
        }) {
      hostile.put(name, "intruder");
    }
    try (ScriptedClickHouse clickHouse =
            new ScriptedClickHouse(insert -> code(400, 27, "Cannot parse"));
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                clickHouse.url(),
                "wavehouse.clickhouse.password",
                "not-a-secret",
                "camel.main.routes-include-pattern",
                "file:" + oneByOne(routes) + "/*.camel.yaml")) {
      bundle
          .connection()
          .jetStream()
          .publish(
              NatsMessage.builder()
                  .subject("ingest.t")
                  .headers(hostile)
                  .data("{\"id\":1}".getBytes(StandardCharsets.UTF_8))
                  .build());
      bundle.awaitNothingWaiting();

      assertThat(clickHouse.inserts())
          .singleElement()
          .satisfies(
              insert -> {
                assertThat(insert.head()).doesNotContain("intruder");
                assertThat(insert.user()).isEqualTo("default");
                assertThat(insert.password()).isEqualTo("not-a-secret");
                assertThat(insert.head().lines().findFirst().orElseThrow())
                    .startsWith("POST /?query=INSERT%20INTO")
                    .doesNotContain("not-a-secret");
              });
      assertThat(bundle.parked())
          .singleElement()
          .satisfies(
              parked -> {
                assertThat(parked.getSubject()).isEqualTo("dlq.0.t");
                assertThat(parked.getHeaders().keySet())
                    .allMatch(name -> name.startsWith("Wavehouse-") || name.startsWith("Nats-"));
                assertThat(parked.getHeaders().entrySet().toString())
                    .doesNotContain("not-a-secret", "intruder");
              });
    }
  }

  /**
   * The shipped routes with one message an exchange: only then do a publisher's headers come in.
   */
  private static Path oneByOne(Path routes) throws IOException {
    try (Stream<Path> shipped = Files.list(Path.of("src/main/resources/routes"))) {
      for (Path file : shipped.toList()) {
        String text = Files.readString(file);
        Files.writeString(
            routes.resolve(file.getFileName()),
            text.replace("        retention: ", "        chunk: \"1\"\n        retention: "));
      }
    }
    assertThat(Files.readString(routes.resolve("ingest.camel.yaml"))).contains("chunk: \"1\"");
    return routes;
  }
}

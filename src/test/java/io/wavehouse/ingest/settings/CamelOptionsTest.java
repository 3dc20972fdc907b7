package io.wavehouse.ingest.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wavehouse.ingest.support.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.camel.main.Main;
import org.apache.camel.util.StringHelper;
import org.junit.jupiter.api.Test;

/** The {@code camel.*} keys of {@code application.properties}; a mistyped one stops the boot. */
class CamelOptionsTest {
  @Test
  void everyOptionIsOneOfCamelMains() throws IOException {
    Set<String> known;
    try (InputStream in =
        Main.class.getResourceAsStream("/META-INF/camel-main-configuration-metadata.json")) {
      JsonNode metadata = new ObjectMapper().readTree(in);
      known =
          StreamSupport.stream(metadata.get("properties").spliterator(), false)
              .map(property -> StringHelper.camelCaseToDash(property.get("name").asText()))
              .collect(Collectors.toSet());
    }
    Properties ours = new Properties();
    try (InputStream in = Settings.class.getResourceAsStream("/application.properties")) {
      ours.load(in);
    }

    assertThat(ours.stringPropertyNames())
        .filteredOn(key -> !key.startsWith("wavehouse."))
        .isNotEmpty()
        .isSubsetOf(known);
  }

  @Test
  void camelStartsWithThemAndServesWhatTheContractNames() throws Exception {
    String port = Integer.toString(FreePort.next());
    Settings settings =
        SettingsLoader.load(Optional.empty(), Map.of("WAVEHOUSE_MANAGEMENT_PORT", port));
    Main main = new Main();
    settings.asProperties().forEach(main::addOverrideProperty);
    main.addOverrideProperty("camel.main.routes-include-pattern", "false");
    main.start();
    try {
      assertThat(main.getCamelContext().getName()).isEqualTo("wavehouse");
      assertThat(main.getCamelContext().getShutdownStrategy().getTimeout()).isEqualTo(30);
      assertThat(
              main.getCamelContext().resolvePropertyPlaceholders("{{wavehouse.batch.max-bytes}}"))
          .isEqualTo("8388608");
      for (String path : new String[] {"health", "metrics", "jolokia"}) {
        assertThat(status(port, path)).as(path).isEqualTo(200);
      }
    } finally {
      main.stop();
    }
  }

  private static int status(String port, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + "/observe/" + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
        .statusCode();
  }
}

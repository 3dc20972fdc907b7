package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.api.MessageInfo;
import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.RunningBundle;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The envelopes of docs/envelope.md lead to what the page says. */
class EnvelopeDocIT {
  private static final Pattern RESULT = Pattern.compile("(?m)^    (\\S.*)$");
  private static final ChdbClickHouse CLICK_HOUSE = new ChdbClickHouse();
  private static String page;

  @BeforeAll
  static void start() throws Exception {
    page = Files.readString(Path.of("docs/envelope.md"));
    CLICK_HOUSE.start();
  }

  @AfterAll
  static void close() {
    CLICK_HOUSE.close();
  }

  private static List<String> blocks(String language) {
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(block -> block.group(1).strip())
        .toList();
  }

  /** Outside the blocks. */
  private static List<String> results() {
    return RESULT
        .matcher(Pattern.compile("```.*?```", Pattern.DOTALL).matcher(page).replaceAll(""))
        .results()
        .map(line -> line.group(1))
        .toList();
  }

  @Test
  void theFirstTwoLandAndTheThirdIsParkedWithTheReason() throws Exception {
    CLICK_HOUSE.query(blocks("sql").get(0));
    List<String> envelopes = blocks("json");
    List<String> results = results();
    assertThat(envelopes).hasSize(3);
    assertThat(results).hasSize(3);
    Properties settings = new Properties();
    settings.load(new StringReader(blocks("properties").get(0)));
    try (RunningBundle bundle =
        RunningBundle.inFrontOf(
            CLICK_HOUSE,
            "wavehouse.tables.events.format",
            settings.getProperty("wavehouse.tables.events.format"))) {
      bundle.publish("ingest.events", envelopes.stream());
      bundle.awaitNothingWaiting();

      assertThat(CLICK_HOUSE.query("SELECT * FROM clicks ORDER BY id").lines())
          .containsExactlyElementsOf(results.subList(0, 2));
      assertThat(bundle.parked())
          .singleElement()
          .satisfies(parked -> assertThat(reason(parked)).isEqualTo(results.get(2)))
          .satisfies(parked -> assertThat(page).contains("`" + parked.getSubject() + "`"))
          .satisfies(parked -> assertThat(text(parked)).isEqualTo(envelopes.get(2)));
    }
  }

  private static String reason(MessageInfo parked) {
    return parked.getHeaders().getFirst("Wavehouse-Error-Message");
  }

  private static String text(MessageInfo parked) {
    return new String(parked.getData(), StandardCharsets.UTF_8);
  }
}

package io.wavehouse.ingest.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.Launcher;
import io.wavehouse.ingest.support.RunningBundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lines of docs/dead-letters.md do what the page shows, in its order. */
class DeadLettersDocIT {
  private static final String PROMPT = "    $ ";

  /** A line that is typed, and what the page shows of its answer; nothing where it shows none. */
  private record Example(String typed, List<String> shown) {}

  private static List<Example> examples() throws Exception {
    List<Example> examples = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("docs/dead-letters.md"))) {
      if (line.startsWith(PROMPT)) {
        examples.add(new Example(line.substring(PROMPT.length()), new ArrayList<>()));
      } else if (line.startsWith("    ")) {
        examples.get(examples.size() - 1).shown().add(line.substring(4));
      }
    }
    return examples;
  }

  @Test
  void eachLineAnswersAsThePageShows() throws Exception {
    try (ChdbClickHouse clickHouse = new ChdbClickHouse()) {
      clickHouse.start();
      clickHouse.query("CREATE TABLE trips (id Int64) ENGINE = MergeTree ORDER BY id");
      try (RunningBundle bundle = RunningBundle.inFrontOf(clickHouse)) {
        bundle.publish("ingest.trips", "{\"id\":1,\"kind\":\"new\"}");
        bundle.awaitNothingWaiting();
        bundle.publish("ingest.trips", "poison");
        bundle.awaitNothingWaiting();
        List<Example> examples = examples();
        assertThat(examples).hasSize(10);
        for (Example example : examples) {
          if (example.typed().contains(" replay ")) {
            clickHouse.query("ALTER TABLE trips ADD COLUMN IF NOT EXISTS kind String");
          }
          run(bundle, example);
        }
        bundle.awaitNothingWaiting();
        assertThat(clickHouse.query("SELECT * FROM trips")).isEqualTo("1\tnew");
      }
    }
  }

  private static void run(RunningBundle bundle, Example example) throws Exception {
    String typed = example.typed().replace("http://127.0.0.1:9876", bundle.management());
    try (Launcher shell =
        Launcher.shell(Map.of("WAVEHOUSE_NATS_SERVERS", bundle.nats().url()), typed)) {
      Launcher.Ended ended = shell.await();
      assertThat(ended.code()).as(typed + ended.err()).isZero();
      if (!example.shown().isEmpty()) {
        assertThat(withoutAges(ended.out())).isEqualTo(withoutAges(example.shown()));
      }
    }
  }

  private static List<String> withoutAges(List<String> lines) {
    return lines.stream().map(line -> line.replaceAll(" +\\d+[smhd] ", " - ")).toList();
  }
}

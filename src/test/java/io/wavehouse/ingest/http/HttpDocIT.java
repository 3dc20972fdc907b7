package io.wavehouse.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.RunningBundle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/http-ingest.md shows is what happens. */
class HttpDocIT {
  private static final Pattern EXAMPLE =
      Pattern.compile("```bash\n(.*?)```\n```json\n(.*?)```", Pattern.DOTALL);

  @Test
  void eachExampleAnswersAsThePageSays() throws Exception {
    List<MatchResult> examples =
        EXAMPLE.matcher(Files.readString(Path.of("docs/http-ingest.md"))).results().toList();
    assertThat(examples).hasSize(6);
    try (RunningBundle bundle = RunningBundle.inFrontOf("http://127.0.0.1:" + FreePort.next())) {
      bundle.awaitStream("WAVEHOUSE_INGEST");
      for (MatchResult example : examples) {
        assertThat(run(example.group(1), bundle)).isEqualTo(example.group(2));
      }
      assertThat(bundle.allStored("WAVEHOUSE_INGEST")).isEqualTo(9);
    }
  }

  private static String run(String script, RunningBundle bundle) throws Exception {
    ProcessBuilder bash =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", script).redirectErrorStream(true);
    bash.environment().put("EDGE", bundle.edge().toString());
    Process process = bash.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}

package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.ChdbClickHouse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The SQL of docs/delivery.md does what the page says. */
class DeliveryDocIT {
  private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
  private static final Pattern RESULT = Pattern.compile("(?m)^    (\\d+\t\\S+)$");

  @Test
  void aRepeatedRowIsHarmlessWithAVersionAndFinal() throws Exception {
    String page = Files.readString(Path.of("docs/delivery.md"));
    List<String> statements =
        SQL.matcher(page)
            .results()
            .flatMap(block -> Pattern.compile(";\\s*").splitAsStream(block.group(1)))
            .toList();
    List<String> expected = RESULT.matcher(page).results().map(row -> row.group(1)).toList();
    try (ChdbClickHouse clickHouse = new ChdbClickHouse()) {
      clickHouse.start();
      String answer = "";
      for (String statement : statements) {
        answer = clickHouse.query(statement);
      }
      assertThat(expected).hasSize(2);
      assertThat(answer.lines().toList()).isEqualTo(expected);
    }
  }
}

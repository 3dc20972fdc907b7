package io.wavehouse.ingest.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationDocTest {
  private static final Path PROPERTIES = Path.of("src/main/resources/application.properties");
  private static final Path PAGE = Path.of("docs/configuration.md");
  private static final String MARK =
      "<!-- Made from application.properties: mvn test -Dtest=ConfigurationDocTest"
          + " -Dwavehouse.docs.write=true -->\n";

  @Test
  void thePageListsEveryKeyWithItsDefaultAndItsReason() throws IOException {
    String page = Files.readString(PAGE);
    String prose = page.substring(0, page.indexOf(MARK) + MARK.length());
    String wanted = prose + tables();
    if (Boolean.getBoolean("wavehouse.docs.write")) {
      Files.writeString(PAGE, wanted);
    } else {
      assertThat(page)
          .as("docs/configuration.md is stale: run this test with -Dwavehouse.docs.write=true")
          .isEqualTo(wanted);
    }
  }

  private static String tables() throws IOException {
    StringBuilder tables = new StringBuilder();
    String reason = "";
    for (String line : Files.readAllLines(PROPERTIES)) {
      if (line.startsWith("## ")) {
        tables
            .append("\n### ")
            .append(line.substring(3))
            .append("\n\n| key | default | meaning |\n|---|---|---|\n");
      } else if (line.startsWith("# ")) {
        reason = reason.isEmpty() ? line.substring(2) : reason + " " + line.substring(2);
      } else if (line.startsWith("wavehouse.") || line.startsWith("#wavehouse.")) {
        String entry = line.startsWith("#") ? line.substring(1) : line;
        String key = entry.substring(0, entry.indexOf('='));
        String value = entry.substring(entry.indexOf('=') + 1);
        assertThat(reason).as("%s needs its reason in the line above", key).isNotEmpty();
        tables.append(
            "| `%s` | %s | %s |\n"
                .formatted(key, value.isEmpty() ? "" : "`" + value + "`", inTable(reason)));
        reason = "";
      } else {
        reason = "";
      }
    }
    return tables.toString();
  }

  /** What stands for a name would vanish as an HTML tag, and a subject's star would be emphasis. */
  private static String inTable(String text) {
    return text.replace("<", "&lt;").replace("*", "\\*").replace("|", "\\|");
  }
}

package io.wavehouse.ingest.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveSettingsTest {
  @TempDir private Path folder;

  @Test
  void aFileThatNamesAPasswordFileYetToComeIsTakenOnceThatIsThere() throws IOException {
    Path file = Files.writeString(folder.resolve("my.properties"), "");
    LiveSettings live = new LiveSettings(new SettingsSource(Optional.of(file), Map.of()));
    Path secret = folder.resolve("acme");
    Files.writeString(
        file,
        """
        wavehouse.tenants.acme.clickhouse.url=http://127.0.0.1:1
        wavehouse.tenants.acme.clickhouse.password-file=%s
        """
            .formatted(secret));
    assertThat(live.changed()).as("it may be half written").isEmpty();
    assertThat(live.changed()).as("there is no password").isEmpty();
    assertThat(live.changed()).as("there still is none").isEmpty();

    Files.writeString(secret, "a password");

    assertThat(live.changed().orElseThrow().tenants()).containsOnlyKeys("acme");
    assertThat(live.changed()).as("it was taken").isEmpty();
  }

  @Test
  void aRefusedFileThatIsWrittenAgainIsNotReadBeforeItStandsStill() throws IOException {
    Path file = Files.writeString(folder.resolve("my.properties"), "");
    LiveSettings live = new LiveSettings(new SettingsSource(Optional.of(file), Map.of()));
    Files.writeString(file, "wavehouse.format=wrong");
    assertThat(live.changed()).isEmpty();
    assertThat(live.changed()).as("refused").isEmpty();

    Files.writeString(file, "wavehouse.format=envelope");

    assertThat(live.changed()).as("it may be half written").isEmpty();
    assertThat(live.changed().orElseThrow().format()).isEqualTo(Format.ENVELOPE);
  }
}

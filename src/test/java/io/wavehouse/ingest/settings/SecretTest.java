package io.wavehouse.ingest.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {
  @TempDir Path folder;

  @Test
  void aPasswordFileIsReadAgainWhenItChanges() throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "old\r\n");
    Settings settings =
        SettingsLoader.load(
            Optional.empty(), Map.of("WAVEHOUSE_CLICKHOUSE_PASSWORD_FILE", file.toString()));
    Secret password = settings.clickHouse().password();
    assertThat(password.value()).isEqualTo("old");

    Files.writeString(file, "new\n");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1));
    assertThat(password.value()).isEqualTo("new");

    Path next = Files.writeString(folder.resolve("next"), "mov\n");
    Files.setLastModifiedTime(next, FileTime.fromMillis(1));
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(password.value()).as("same time and size, another file").isEqualTo("mov");
  }

  @Test
  void aFileThatWentAwayOrIsEmptyKeepsTheLastValue() throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "kept");
    Secret password = Secret.ofFile(file);

    Files.writeString(file, "");
    assertThat(password.value()).isEqualTo("kept");
    Files.delete(file);
    assertThat(password.value()).isEqualTo("kept");
    Files.writeString(file, "back");
    assertThat(password.value()).isEqualTo("back");
  }

  @Test
  void aFileMustHoldOneLine() throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "one\ntwo\n");

    assertThatThrownBy(() -> Secret.ofFile(file))
        .isInstanceOf(IOException.class)
        .hasMessageNotContaining("two");
  }

  @Test
  void aSecretPrintsAsStars() {
    assertThat(Secret.of("hunter2")).hasToString("***");
  }
}

package io.wavehouse.ingest.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {
  @TempDir Path folder;
  private Path file;
  private WatchedFile watched;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("settings"), "one");
    watched = new WatchedFile(file);
  }

  @Test
  void aFileThatIsLeftAloneHasNotChanged() {
    assertThat(watched.hasChanged()).isFalse();
    assertThat(watched.hasChanged()).isFalse();
  }

  @Test
  void aChangeCountsOnceWhenTheFileStandsStill() throws IOException {
    change("half", 1);
    assertThat(watched.hasChanged()).as("it may be half written").isFalse();
    change("half and half", 2);
    assertThat(watched.hasChanged()).as("as it was").isFalse();
    assertThat(watched.hasChanged()).as("it stands still").isTrue();
    assertThat(watched.hasChanged()).as("it is known").isFalse();
  }

  @Test
  void aFileThatIsAwayIsUnchangedUntilItIsBack() throws IOException {
    Files.delete(file);
    assertThat(watched.hasChanged()).isFalse();
    assertThat(watched.hasChanged()).isFalse();
    change("back", 3);
    assertThat(watched.hasChanged()).isFalse();
    assertThat(watched.hasChanged()).isTrue();
  }

  @Test
  void aLinkThatPointsElsewhereIsAChange() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    WatchedFile mounted = new WatchedFile(link);
    Path next = Files.writeString(folder.resolve("next"), "one");
    Files.setLastModifiedTime(next, Files.getLastModifiedTime(file));
    Files.delete(link);
    Files.createSymbolicLink(link, next);

    assertThat(mounted.hasChanged()).isFalse();
    assertThat(mounted.hasChanged()).isTrue();
  }

  private void change(String content, int second) throws IOException {
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1_000L));
  }
}

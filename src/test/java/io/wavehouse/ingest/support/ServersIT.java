package io.wavehouse.ingest.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers come started, and stay where they were told to be. */
class ServersIT {
  @Test
  void bothServersComeStarted() {
    try (NatsServer nats = Servers.nats();
        ClickHouseServer clickHouse = Servers.clickHouse()) {
      assertThat(nats.url()).startsWith("nats://");
      assertThat(clickHouse.query("SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void theDebianServerKeepsItsDataOverAKill() {
    try (DebianClickHouse server = new DebianClickHouse()) {
      server.start();
      assertThat(server.version()).startsWith("18.16.");
      server.query("CREATE TABLE t (a Int32) ENGINE = MergeTree ORDER BY a");
      server.query("INSERT INTO t VALUES (1)");
      server.kill();
      server.start();
      assertThat(server.query("SELECT count() FROM t")).isEqualTo("1");
    }
  }

  @Test
  void aGivenFolderOutlivesTheServer(@TempDir Path folder) {
    ServerPlace place = new ServerPlace(folder.resolve("nats"), FreePort.next());
    try (ProcessNats nats = new ProcessNats(place, "")) {
      nats.start();
      assertThat(nats.url()).endsWith(":" + place.port());
    }
    assertThat(folder.resolve("nats/jetstream")).isDirectory();
  }

  @Test
  void aTemporaryFolderGoesWithTheServer() throws Exception {
    Path folder;
    try (ServerFolder temporary = ServerFolder.of(ServerPlace.anywhere(), "test")) {
      folder = temporary.path();
      Files.writeString(temporary.resolve("file"), "");
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  void aGivenServerIsNeverTakenAway() {
    GivenClickHouse given =
        new GivenClickHouse(URI.create("http://127.0.0.1:" + FreePort.next()), "default", "");
    assertThatThrownBy(given::kill)
        .hasMessage(
            "the server given by WAVEHOUSE_CLICKHOUSE_URL cannot be killed from here;"
                + " unset it to use a server of our own");
    assertThatThrownBy(given::start).hasMessageContaining("does not answer /ping");
  }

  @Test
  void aGivenNatsThatIsAwaySaysSoWithoutItsPassword() {
    GivenNats given = new GivenNats("nats://me:hidden@127.0.0.1:" + FreePort.next());
    assertThatThrownBy(given::start)
        .hasMessageContaining("does not answer")
        .hasMessageNotContaining("hidden");
  }
}

package io.wavehouse.ingest.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.api.StreamConfiguration;
import java.io.UncheckedIOException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Servers in containers can be taken away and brought back like processes. It needs a Docker with
 * both images; {@code src/test/scripts/local-docker} gives one where nothing can be pulled.
 */
@Tag("docker")
@SuppressWarnings("try") // jnats: Connection.close may be interrupted
class ContainerServersIT {
  @Test
  void bothImagesAreHere() {
    assertThat(ContainerImage.NATS.whyNot()).isEmpty();
    assertThat(ContainerImage.CLICKHOUSE.whyNot()).isEmpty();
  }

  @Test
  void whereDockerIsThereServersTakesContainers() {
    try (NatsServer nats = Servers.nats();
        ClickHouseServer clickHouse = Servers.clickHouse()) {
      assertThat(nats).isInstanceOf(ContainerNats.class);
      assertThat(clickHouse).isInstanceOf(ContainerClickHouse.class);
    }
  }

  @Test
  void clickHouseKeepsDataAndPortOverAKillAndAStop() {
    try (ContainerClickHouse server = new ContainerClickHouse()) {
      server.start();
      server.query("CREATE TABLE t (a Int32) ENGINE = MergeTree ORDER BY a");
      server.query("INSERT INTO t VALUES (1)");
      server.kill();
      Assertions.assertThatThrownBy(() -> server.query("SELECT 1"))
          .isInstanceOf(UncheckedIOException.class);
      server.start();
      assertThat(server.query("SELECT count() FROM t")).isEqualTo("1");
      server.stop();
      server.start();
      assertThat(server.query("SELECT count() FROM t")).isEqualTo("1");
    }
  }

  @Test
  void aPausedClickHouseAnswersNothingUntilItIsResumed() {
    try (ContainerClickHouse server = new ContainerClickHouse()) {
      server.start();
      server.pause();
      assertThat(server.answers()).isFalse();
      server.resume();
      assertThat(server.query("SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void natsKeepsStreamsAndPortOverAKill() throws Exception {
    try (ContainerNats server = new ContainerNats(ServerPlace.anywhere(), "max_payload: 4096")) {
      server.start();
      try (Connection nats = Nats.connect(server.url())) {
        assertThat(nats.getMaxPayload()).isEqualTo(4096);
        nats.jetStreamManagement()
            .addStream(StreamConfiguration.builder().name("S").subjects("s.>").build());
        nats.jetStream().publish("s.1", "row".getBytes(UTF_8));
      }
      server.kill();
      server.start();
      try (Connection nats = Nats.connect(server.url())) {
        assertThat(nats.jetStreamManagement().getStreamInfo("S").getStreamState().getMsgCount())
            .isEqualTo(1);
      }
    }
  }
}

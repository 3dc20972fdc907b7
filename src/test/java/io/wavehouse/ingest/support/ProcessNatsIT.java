package io.wavehouse.ingest.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The installed nats-server keeps its streams and its port, and can be taken away. */
@SuppressWarnings("try") // jnats: Connection.close may be interrupted
class ProcessNatsIT {
  @Test
  void aStreamSurvivesAKillOnTheSamePort() throws Exception {
    try (ProcessNats server = new ProcessNats()) {
      server.start();
      String url = server.url();
      try (Connection nats = Nats.connect(url)) {
        nats.jetStreamManagement()
            .addStream(StreamConfiguration.builder().name("S").subjects("s.>").build());
        nats.jetStream().publish("s.1", "row".getBytes(StandardCharsets.UTF_8));
      }
      server.kill();
      assertThatThrownBy(() -> Nats.connect(url)).isInstanceOf(IOException.class);
      server.start();
      try (Connection nats = Nats.connect(url)) {
        assertThat(nats.jetStreamManagement().getStreamInfo("S").getStreamState().getMsgCount())
            .isEqualTo(1);
      }
    }
  }

  @Test
  void aPausedServerGreetsNobodyUntilItIsResumed() throws Exception {
    try (ProcessNats server = new ProcessNats()) {
      server.start();
      server.pause();
      Options impatient =
          Options.builder()
              .server(server.url())
              .connectionTimeout(Duration.ofMillis(300))
              .maxReconnects(0)
              .build();
      assertThatThrownBy(() -> Nats.connect(impatient)).isInstanceOf(IOException.class);
      server.resume();
      try (Connection nats = Nats.connect(server.url())) {
        assertThat(nats.getStatus()).isEqualTo(Connection.Status.CONNECTED);
      }
    }
  }

  @Test
  void maxPayloadIsWhatTheServerSays() throws Exception {
    try (ProcessNats server = ProcessNats.withMaxPayload(4096)) {
      server.start();
      try (Connection nats = Nats.connect(server.url())) {
        assertThat(nats.getMaxPayload()).isEqualTo(4096);
      }
    }
  }

  @Test
  void theMonitorAnswers() throws Exception {
    try (ProcessNats server = new ProcessNats()) {
      server.start();
      HttpResponse<String> jsz =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(server.monitorUrl().resolve("/jsz")).build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(jsz.body()).contains("\"store_dir\"");
    }
  }
}

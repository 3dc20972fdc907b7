package io.wavehouse.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.wavehouse.ingest.support.BundleJvm;
import io.wavehouse.ingest.support.FreePort;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.net.URI;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SIGTERM while a request is in flight. */
class HttpDrainIT {
  private static final Pattern ADDRESS = Pattern.compile("POST to (\\S+)/v1/ingest/");
  private static final String HEAD =
      "POST /v1/ingest/t HTTP/1.1\r\nHost: a\r\nContent-Length: 18\r\n\r\n";

  private NatsServer nats;
  private BundleJvm bundle;
  private URI edge;

  @BeforeEach
  void start() throws Exception {
    nats = Servers.nats();
    bundle =
        new BundleJvm(
            Map.of(
                "WAVEHOUSE_NATS_SERVERS",
                nats.url(),
                "WAVEHOUSE_DRAIN_TIMEOUT",
                "6s",
                "WAVEHOUSE_CLICKHOUSE_URL",
                "http://127.0.0.1:" + FreePort.next()));
    Matcher address = ADDRESS.matcher(bundle.awaitLine("POST to "));
    assertThat(address.find()).isTrue();
    edge = URI.create(address.group(1));
  }

  @AfterEach
  void close() {
    bundle.close();
    nats.close();
  }

  private void awaitStored(long count) throws Exception {
    Connection connection = Nats.connect(nats.url());
    try {
      JetStreamManagement management = connection.jetStreamManagement();
      Awaitility.await()
          .ignoreExceptionsInstanceOf(JetStreamApiException.class)
          .until(
              () ->
                  management.getStreamInfo("WAVEHOUSE_INGEST").getStreamState().getMsgCount()
                      == count);
    } finally {
      connection.close();
    }
  }

  @Test
  void itIsTakenToItsEndAndANewOneIsRefused() throws Exception {
    try (RawRequest request = new RawRequest(edge);
        RawRequest late = new RawRequest(edge)) {
      request.send(HEAD + "{\"id\":1}\n");
      awaitStored(1);
      bundle.terminate();
      bundle.awaitLine("inflight and pending exchanges");
      assertThat(late.send(HEAD + "{\"id\":1}\n{\"id\":2}\n").status()).contains(" 503 ");
      assertThat(request.send("{\"id\":2}\n").status()).contains(" 200 ");
    }
    assertThat(bundle.awaitExit()).isZero();
  }

  @Test
  void oneThatDoesNotComeToItsEndIsToldBeforeTheTimeoutPasses() throws Exception {
    try (RawRequest request = new RawRequest(edge)) {
      request.send(HEAD + "{\"id\":1}\n");
      awaitStored(1);
      bundle.terminate();
      assertThat(request.status()).contains(" 503 ");
    }
    assertThat(bundle.awaitExit()).isZero();
    assertThat(bundle.complaints()).anyMatch(line -> line.contains("got 503, 1 records stored"));
  }
}

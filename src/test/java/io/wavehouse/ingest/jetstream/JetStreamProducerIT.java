package io.wavehouse.ingest.jetstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The producer against a real stream. */
class JetStreamProducerIT {
  private static final String STREAM = "PRODUCER";
  private static NatsServer server;
  private static Connection connection;
  private CamelContext camel;

  @BeforeAll
  static void startServer() throws Exception {
    server = Servers.nats();
    connection = Nats.connect(server.url());
  }

  @AfterAll
  static void stopServer() throws Exception {
    connection.close();
    server.close();
  }

  @BeforeEach
  void start() {
    camel = new DefaultCamelContext();
    camel.start();
  }

  @AfterEach
  void stop() throws Exception {
    camel.close();
    if (connection.jetStreamManagement().getStreamNames().contains(STREAM)) {
      connection.jetStreamManagement().deleteStream(STREAM);
    }
  }

  @Test
  void aMessageIsStoredWithItsHeadersUnderTheSubjectOfTheHeaderBeforeTheRouteGoesOn()
      throws Exception {
    createStream(-1);
    Exchange sent =
        send("payload", Map.of("CamelNatsSubject", "producer.b", "Wavehouse-Table", "t"));

    assertThat(sent.getException()).isNull();
    long sequence = sent.getMessage().getHeader(JetStreamConstants.PUB_ACK_SEQUENCE, Long.class);
    MessageInfo stored = connection.jetStreamManagement().getMessage(STREAM, sequence);
    assertThat(stored.getSubject()).isEqualTo("producer.b");
    assertThat(new String(stored.getData(), StandardCharsets.UTF_8)).isEqualTo("payload");
    assertThat(stored.getHeaders().getFirst("Wavehouse-Table")).isEqualTo("t");
    assertThat(stored.getHeaders().keySet()).noneMatch(name -> name.startsWith("Camel"));
  }

  @Test
  void aCopyIsReportedAsADuplicate() throws Exception {
    createStream(-1);
    Map<String, Object> id = Map.of("Nats-Msg-Id", "1");
    assertThat(send("a", id).getMessage().getHeader(JetStreamConstants.PUB_ACK_DUPLICATE))
        .isEqualTo(false);
    assertThat(send("a", id).getMessage().getHeader(JetStreamConstants.PUB_ACK_DUPLICATE))
        .isEqualTo(true);
  }

  @Test
  void aDuplicateWhoseCopyIsThereIsNotStoredAgain() throws Exception {
    createStream(-1);
    Map<String, Object> id = Map.of("Nats-Msg-Id", "1");
    send("a", id);
    Exchange again = send("a", id);

    assertThat(again.getException()).isNull();
    assertThat(
            connection.jetStreamManagement().getStreamInfo(STREAM).getStreamState().getMsgCount())
        .isOne();
  }

  @Test
  void aDuplicateWhosePlaceAnotherMessageTookIsStoredAgain() throws Exception {
    createStream(-1);
    Map<String, Object> id = Map.of("Nats-Msg-Id", "1");
    send("a", id);
    connection.jetStreamManagement().deleteStream(STREAM);
    createStream(-1);
    send("other", Map.of("Nats-Msg-Id", "2"));

    assertThat(send("a", id).getException()).isNull();
    assertThat(
            connection.jetStreamManagement().getStreamInfo(STREAM).getStreamState().getMsgCount())
        .isEqualTo(2);
  }

  @Test
  void aDuplicateWhoseCopyWasDeletedIsStoredAgain() throws Exception {
    createStream(-1);
    Map<String, Object> id = Map.of("Nats-Msg-Id", "1");
    long first =
        send("a", id).getMessage().getHeader(JetStreamConstants.PUB_ACK_SEQUENCE, Long.class);
    connection.jetStreamManagement().deleteMessage(STREAM, first);

    Exchange again = send("a", id);
    assertThat(again.getException()).isNull();
    long second = again.getMessage().getHeader(JetStreamConstants.PUB_ACK_SEQUENCE, Long.class);
    assertThat(second).isGreaterThan(first);
    assertThat(connection.jetStreamManagement().getMessage(STREAM, second).getData())
        .isEqualTo(new byte[] {'a'});
  }

  @Test
  void aMessageOverMaxPayloadFailsAloneAndKeepsTheConnection() throws Exception {
    createStream(-1);
    int max = (int) connection.getMaxPayload();
    Map<String, Object> headers = Map.of("Large", "x".repeat(1_000));
    assertThat(send("b".repeat(max - 500), headers).getException())
        .hasMessageContaining("over the max_payload of " + max);
    assertThat(send("b".repeat(max - 2_000), headers).getException()).isNull();
    assertThat(send("b".repeat(max), Map.of()).getException()).isNull();
  }

  @Test
  void aFullStreamFailsTheExchange() throws Exception {
    createStream(1);
    assertThat(send("a", Map.of()).getException()).isNull();
    assertThat(send("b", Map.of()).getException())
        .hasMessageContaining("maximum messages exceeded");
  }

  @Test
  void aMissingStreamFailsTheExchange() {
    assertThat(send("a", Map.of()).getException()).isNotNull();
  }

  @Test
  void aStreamIsCreatedThatRefusesWhenFullAndKeepsWhatItHas() throws Exception {
    Exchange sent = send("a", Map.of(), "&maxStreamBytes=1000000");

    assertThat(sent.getException()).isNull();
    StreamConfiguration created =
        connection.jetStreamManagement().getStreamInfo(STREAM).getConfiguration();
    assertThat(created.getDiscardPolicy()).isEqualTo(DiscardPolicy.New);
    assertThat(created.getMaxBytes()).isEqualTo(1_000_000);
    assertThat(LossRules.of(created)).isEmpty();
  }

  @Test
  void aStreamThatDropsOldMessagesIsNotPublishedTo() throws Exception {
    connection
        .jetStreamManagement()
        .addStream(StreamConfiguration.builder().name(STREAM).subjects("producer.*").build());
    assertThat(send("a", Map.of(), "&maxStreamBytes=1000000").getException())
        .hasMessageContaining("stream PRODUCER has discard old");
  }

  @Test
  void aBodyThatIsNoBytesFailsTheExchange() throws Exception {
    createStream(-1);
    assertThatThrownBy(
            () -> {
              throw send(new Object(), Map.of()).getException();
            })
        .hasMessageContaining("byte[]");
  }

  private Exchange send(Object body, Map<String, Object> headers) {
    return send(body, headers, "");
  }

  private Exchange send(Object body, Map<String, Object> headers, String options) {
    String uri =
        "nats-jetstream:producer.*?jetstreamName=" + STREAM + "&servers=" + server.url() + options;
    return camel
        .createProducerTemplate()
        .send(
            uri,
            exchange -> {
              exchange.getMessage().setHeader("CamelNatsSubject", "producer.a");
              exchange.getMessage().getHeaders().putAll(headers);
              exchange.getMessage().setBody(body);
            });
  }

  private static void createStream(long maxMessages) throws Exception {
    connection
        .jetStreamManagement()
        .addStream(
            StreamConfiguration.builder()
                .name(STREAM)
                .subjects("producer.*")
                .discardPolicy(DiscardPolicy.New)
                .maxMessages(maxMessages)
                .build());
  }
}

package io.wavehouse.ingest.jetstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Nats;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a delivery says to a real server, and what the server then does. */
class DeliveryIT {
  private static final String STREAM = "DELIVERY";
  private static final Duration ACK_WAIT = Duration.ofSeconds(1);
  private static NatsServer server;
  private static Connection connection;

  private final InHand inHand = new InHand(10);
  private JetStreamSubscription subscription;

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
  void oneMessageWaits() throws Exception {
    connection
        .jetStreamManagement()
        .addStream(
            StreamConfiguration.builder()
                .name(STREAM)
                .subjects("delivery.*")
                .retentionPolicy(RetentionPolicy.WorkQueue)
                .discardPolicy(DiscardPolicy.New)
                .build());
    ConsumerConfiguration consumer =
        ConsumerConfiguration.builder().ackPolicy(AckPolicy.Explicit).ackWait(ACK_WAIT).build();
    subscription =
        connection
            .jetStream()
            .subscribe(
                "delivery.*",
                PullSubscribeOptions.builder().durable("d").configuration(consumer).build());
    connection.jetStream().publish("delivery.a", "{}".getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void deleteStream() throws Exception {
    connection.jetStreamManagement().deleteStream(STREAM);
  }

  @Test
  void ackIsRefusedUntilTheRowIsConfirmedAndTheMessageStays() throws Exception {
    Delivery delivery = receive();
    assertThat(inHand.arrive(delivery)).isEqualTo(Arrival.NEW);

    assertThatThrownBy(delivery::ack)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("message 1 of stream DELIVERY")
        .hasMessageContaining("drop");

    assertThat(stored()).isOne();
    assertThat(inHand.rows()).isOne();
  }

  @Test
  void aConfirmedMessageIsAckedAndLeavesTheStream() throws Exception {
    Delivery delivery = receive();
    inHand.arrive(delivery);
    delivery.confirm();
    delivery.ack();

    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
    assertThat(inHand.rows()).isZero();
    assertThat(inHand.bytes()).isZero();
  }

  @Test
  void aConfirmedMessageCannotBeHandedBack() throws Exception {
    Delivery delivery = receive();
    inHand.arrive(delivery);
    delivery.confirm();

    assertThatThrownBy(delivery::nak).hasMessageContaining("stored twice");
    assertThat(delivery.isSettled()).isFalse();
  }

  @Test
  void aRedeliveredCopyOfAMessageInHandIsNotTakenTwiceAndOneAckEndsBoth() throws Exception {
    Delivery first = receive();
    Delivery copy = receive();
    assertThat(inHand.arrive(first)).isEqualTo(Arrival.NEW);
    assertThat(inHand.arrive(copy)).isEqualTo(Arrival.IN_HAND);
    assertThat(inHand.rows()).isOne();

    first.confirm();
    first.ack();
    Awaitility.await().untilAsserted(() -> assertThat(stored()).isZero());
  }

  @Test
  void aMessageHandedBackComesAgainAsNew() throws Exception {
    Delivery first = receive();
    inHand.arrive(first);
    first.nakWithDelay(Duration.ofMillis(50));

    Delivery again = receive();
    assertThat(again.id()).isEqualTo(first.id());
    assertThat(inHand.arrive(again)).isEqualTo(Arrival.NEW);
  }

  @Test
  void aCopyOfASettledMessageIsKnownAsSettled() throws Exception {
    Delivery first = receive();
    Delivery copy = receive();
    inHand.arrive(first);
    first.confirm();
    first.ack();

    assertThat(inHand.arrive(copy)).isEqualTo(Arrival.SETTLED);
    assertThat(inHand.rows()).isZero();
  }

  private Delivery receive() {
    return Awaitility.await()
        .until(
            () ->
                subscription.fetch(1, Duration.ofSeconds(2)).stream()
                    .findFirst()
                    .map(message -> new Delivery(message, inHand))
                    .orElse(null),
            delivery -> delivery != null);
  }

  private static long stored() throws IOException, JetStreamApiException {
    return connection.jetStreamManagement().getStreamInfo(STREAM).getStreamState().getMsgCount();
  }
}

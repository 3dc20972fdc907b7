package io.wavehouse.ingest.jetstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.support.LogLines;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a look at the server's side of a consumer finds. */
class ConsumerWatchIT {
  private final List<String> ended = new ArrayList<>();
  private final DefaultCamelContext camel = new DefaultCamelContext();
  private NatsServer server;
  private Connection connection;
  private JetStreamManagement management;
  private ConsumerWatch watch;

  @BeforeEach
  void start() throws Exception {
    server = Servers.nats();
    connection = Nats.connect(server.url());
    management = connection.jetStreamManagement();
    management.addStream(StreamConfiguration.builder().name("S").subjects("s").build());
    management.addOrUpdateConsumer("S", ConsumerConfiguration.builder().durable("d").build());
    watch =
        new ConsumerWatch(
            camel.getEndpoint(
                "nats-jetstream:s?jetstreamName=S&durableName=d&servers=" + server.url(),
                JetStreamEndpoint.class),
            () -> connection,
            () -> 0,
            ended::add);
  }

  @AfterEach
  void stop() throws Exception {
    camel.close();
    connection.close();
    server.close();
  }

  @Test
  void itKnowsHowFarTheConsumerIsBehind() throws Exception {
    assertThat(watch.lag()).isEqualTo(-1);
    connection.jetStream().publish("s", new byte[1]);
    watch.run();
    assertThat(watch.lag()).isEqualTo(1);
    connection.jetStream().subscribe(null, PullSubscribeOptions.bind("S", "d")).fetch(1, 2_000);
    watch.run();
    assertThat(watch.lag()).as("delivered and not acked").isEqualTo(1);
    assertThat(ended).isEmpty();
  }

  @Test
  void aWindowFullOfRowsThatWaitOutADelayIsToldOnce() throws Exception {
    management.addOrUpdateConsumer(
        "S", ConsumerConfiguration.builder().durable("d").maxAckPending(2).build());
    try (LogLines lines = new LogLines(ConsumerWatch.class)) {
      for (int row = 0; row < 3; row++) {
        connection.jetStream().publish("s", new byte[1]);
      }
      var rows = connection.jetStream().subscribe(null, PullSubscribeOptions.bind("S", "d"));
      rows.fetch(1, 2_000).get(0).nakWithDelay(Duration.ofMinutes(1));
      watch.run();
      assertThat(lines.written()).as("one place is free").isEmpty();
      rows.fetch(1, 2_000).get(0).nakWithDelay(Duration.ofMinutes(1));
      watch.run();
      watch.run();
      assertThat(lines.written())
          .containsExactly(
              "WARN all 2 places of stream S's window are taken, 2 of them by rows that wait out a"
                  + " delay: until some land no other row is delivered, of healthy tables neither."
                  + " See which table or pool backs off, or raise max-ack-pending of consumer d");
    }
  }

  @Test
  void aConsumerThatWasDeletedUnseenHasEnded() throws Exception {
    management.deleteConsumer("S", "d");
    watch.run();
    assertThat(ended).containsExactly("consumer not found: it was deleted");
  }

  @Test
  void soHasOneWhoseStreamWasDeleted() throws Exception {
    management.deleteStream("S");
    watch.run();
    assertThat(ended).hasSize(1);
  }

  @Test
  void aServerThatIsAwayEndsNothing() {
    server.kill();
    watch.run();
    assertThat(ended).isEmpty();
  }
}

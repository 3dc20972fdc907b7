package io.wavehouse.ingest.jetstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.ServerInfo;
import io.nats.client.api.StreamConfiguration;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LossRulesTest {
  private static StreamConfiguration.Builder safeStream() {
    return StreamConfiguration.builder()
        .name("S")
        .subjects("ingest.*")
        .retentionPolicy(RetentionPolicy.WorkQueue)
        .discardPolicy(DiscardPolicy.New);
  }

  private static ConsumerConfiguration.Builder safeConsumer() {
    return ConsumerConfiguration.builder()
        .durable("c")
        .ackPolicy(AckPolicy.Explicit)
        .deliverPolicy(DeliverPolicy.All)
        .maxDeliver(-1);
  }

  @Test
  void aWorkqueueStreamThatDiscardsNewAndAnUnfilteredExplicitConsumerLoseNothing() {
    assertThat(LossRules.of(safeStream().build())).isEmpty();
    assertThat(LossRules.warning(safeStream().build())).isEmpty();
    assertThat(LossRules.of(safeConsumer().build())).isEmpty();
  }

  @Test
  void discardOldIsRefused() {
    assertThat(LossRules.of(safeStream().discardPolicy(DiscardPolicy.Old).build()))
        .singleElement()
        .asString()
        .contains("stream S", "discard old");
  }

  @Test
  void anAgeLimitIsRefused() {
    assertThat(LossRules.of(safeStream().maxAge(Duration.ofHours(1)).build()))
        .singleElement()
        .asString()
        .contains("stream S", "max-age PT1H");
  }

  @Test
  void aLimitPerSubjectIsRefused() {
    assertThat(LossRules.of(safeStream().maxMessagesPerSubject(5).build()))
        .singleElement()
        .asString()
        .contains("stream S", "max-msgs-per-subject 5");
  }

  @Test
  void interestRetentionIsRefused() {
    assertThat(LossRules.of(safeStream().retentionPolicy(RetentionPolicy.Interest).build()))
        .singleElement()
        .asString()
        .contains("stream S", "interest retention");
  }

  @Test
  void limitsRetentionOnlyWarns() {
    StreamConfiguration limits = safeStream().retentionPolicy(RetentionPolicy.Limits).build();
    assertThat(LossRules.of(limits)).isEmpty();
    assertThat(LossRules.warning(limits)).hasValueSatisfying(w -> assertThat(w).contains("full"));
  }

  @Test
  void aServerThatDropsTheOldestOfAFullStreamIsNamedUnlessNothingFillsIt() {
    StreamConfiguration bounded = safeStream().maxBytes(1_000).build();
    assertThat(LossRules.warning(bounded, server("2.9.10")))
        .hasValueSatisfying(w -> assertThat(w).contains("stream S", "2.9.10", "upgrade"));
    assertThat(LossRules.warning(bounded, server("2.10.4"))).isPresent();
    assertThat(LossRules.warning(bounded, server("2.10.5"))).isEmpty();
    assertThat(LossRules.warning(bounded, server("2.11.0"))).isEmpty();
    assertThat(LossRules.warning(safeStream().build(), server("2.9.10"))).isEmpty();
  }

  private static ServerInfo server(String version) {
    return new ServerInfo("{\"server_id\":\"s\",\"version\":\"" + version + "\"}");
  }

  @Test
  void aFiniteMaxDeliverIsRefused() {
    assertThat(LossRules.of(safeConsumer().maxDeliver(5).build()))
        .singleElement()
        .asString()
        .contains("consumer c", "max-deliver 5");
  }

  @Test
  void anAckPolicyOtherThanExplicitIsRefused() {
    assertThat(LossRules.of(safeConsumer().ackPolicy(AckPolicy.All).build()))
        .singleElement()
        .asString()
        .contains("consumer c", "ack policy");
  }

  @Test
  void aDeliverPolicyThatSkipsRowsIsRefused() {
    assertThat(LossRules.of(safeConsumer().deliverPolicy(DeliverPolicy.New).build()))
        .singleElement()
        .asString()
        .contains("consumer c", "deliver policy");
  }

  @Test
  void aNarrowerFilterIsRefused() {
    assertThat(LossRules.of(safeConsumer().filterSubject("ingest.a").build()))
        .singleElement()
        .asString()
        .contains("consumer c", "ingest.a");
    assertThat(LossRules.of(safeConsumer().filterSubjects("ingest.a", "ingest.b").build()))
        .singleElement()
        .asString()
        .contains("consumer c", "ingest.b");
  }

  @Test
  void headersOnlyIsRefused() {
    assertThat(LossRules.of(safeConsumer().headersOnly(true).build()))
        .singleElement()
        .asString()
        .contains("consumer c", "headers-only");
  }
}

package io.wavehouse.ingest.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Message;
import io.nats.client.api.MessageInfo;
import io.nats.client.impl.NatsMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

/** No edit of the route makes a parked copy go whose row was not stored. */
class RouteRepublisherTest {
  private static final String INGEST = "WAVEHOUSE_INGEST";
  private final List<Map<String, Object>> sent = new ArrayList<>();

  private void publish(Processor edited) throws Exception {
    CamelContext camel = new DefaultCamelContext();
    camel.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            errorHandler(noErrorHandler());
            from(RouteRepublisher.ROUTE).process(edited);
          }
        });
    camel.start();
    try {
      new RouteRepublisher(camel.createProducerTemplate()).publish(row());
    } finally {
      camel.stop();
    }
  }

  private static Republication row() {
    String time = "2026-03-29T12:00:00.000000001Z";
    String stored = "{\"message\":{\"subject\":\"dlq.0.t\",\"seq\":7,\"time\":\"" + time + "\"}}";
    Message answer =
        NatsMessage.builder().subject("x").data(stored.getBytes(StandardCharsets.UTF_8)).build();
    MessageInfo parked = new MessageInfo(answer, "WAVEHOUSE_DLQ", false);
    return new Republication(parked, "WAVEHOUSE_DLQ", "ingest.t", INGEST, 1_000);
  }

  private static void ackedBy(Exchange exchange, String stream) {
    exchange.getMessage().setHeader("CamelNatsPubAckStream", stream);
  }

  @Test
  void aPubAckOfTheStreamIsProof() {
    assertThatCode(
            () ->
                publish(
                    exchange -> {
                      sent.add(Map.copyOf(exchange.getMessage().getHeaders()));
                      ackedBy(exchange, INGEST);
                    }))
        .doesNotThrowAnyException();
    assertThat(sent.get(0))
        .containsEntry("CamelNatsSubject", "ingest.t")
        .containsEntry("Nats-Expected-Stream", INGEST)
        .containsEntry("Wavehouse-Replays", "1");
  }

  @Test
  void aRouteThatEndsWithoutOneHasStoredNothing() {
    assertThatThrownBy(() -> publish(exchange -> {}))
        .isInstanceOf(IOException.class)
        .hasMessage("route replay ended without a PubAck");
  }

  @Test
  void aPubAckOfAnotherStreamIsNone() {
    assertThatThrownBy(() -> publish(exchange -> ackedBy(exchange, "OTHER")))
        .hasMessage("stored in stream OTHER, not in WAVEHOUSE_INGEST");
  }

  @Test
  void aFailureIsSaidByItsInnermostCause() {
    assertThatThrownBy(
            () ->
                publish(
                    exchange -> {
                      ackedBy(exchange, INGEST);
                      throw new IOException("outer", new IOException("stream is full"));
                    }))
        .hasMessage("stream is full");
  }
}

package io.wavehouse.ingest.jetstream;

import org.apache.camel.spi.Metadata;

/** Headers of the {@code nats-jetstream} component, by upstream's names. */
public interface JetStreamConstants {
  @Metadata(
      label = "consumer",
      description = "Acknowledges the one message of the exchange (chunk=1).",
      javaType = "io.wavehouse.ingest.jetstream.NatsManualAck")
  String NATS_MANUAL_ACK = "CamelNatsManualAck";

  @Metadata(label = "consumer", description = "The subject of the messages.", javaType = "String")
  String NATS_SUBJECT = "CamelNatsSubject";
}

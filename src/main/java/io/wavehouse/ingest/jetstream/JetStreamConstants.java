package io.wavehouse.ingest.jetstream;

import org.apache.camel.spi.Metadata;

/** Headers of the {@code nats-jetstream} component, by upstream's names. */
public interface JetStreamConstants {
  @Metadata(
      label = "consumer",
      description = "Acknowledges the one message of the exchange (chunk=1).",
      javaType = "io.wavehouse.ingest.jetstream.NatsManualAck")
  String NATS_MANUAL_ACK = "CamelNatsManualAck";

  @Metadata(
      description =
          "Consumer: the subject of the messages. Producer: the subject to publish to, instead of"
              + " the endpoint's.",
      javaType = "String")
  String NATS_SUBJECT = "CamelNatsSubject";

  @Metadata(
      label = "producer",
      description = "The stream that stored the message.",
      javaType = "String")
  String PUB_ACK_STREAM = "CamelNatsPubAckStream";

  @Metadata(label = "producer", description = "Its sequence there.", javaType = "long")
  String PUB_ACK_SEQUENCE = "CamelNatsPubAckSequence";

  @Metadata(
      label = "producer",
      description = "Whether the stream took it for a copy of an earlier message.",
      javaType = "boolean")
  String PUB_ACK_DUPLICATE = "CamelNatsPubAckDuplicate";
}

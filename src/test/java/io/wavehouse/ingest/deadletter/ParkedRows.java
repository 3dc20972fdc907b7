package io.wavehouse.ingest.deadletter;

import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.wavehouse.ingest.support.NatsServer;
import io.wavehouse.ingest.support.Servers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;

/** A real NATS server with the two streams, and rows parked as the bundle parks them. */
final class ParkedRows implements AutoCloseable {
  static final String PARKED = "WAVEHOUSE_DLQ";
  static final String INGEST = "WAVEHOUSE_INGEST";

  private final NatsServer server = Servers.nats();
  private final Connection connection = Nats.connect(server.url());

  ParkedRows() throws Exception {
    management().addStream(stream(PARKED, "dlq.>").build());
    management()
        .addStream(stream(INGEST, "ingest.*").retentionPolicy(RetentionPolicy.WorkQueue).build());
  }

  static StreamConfiguration.Builder stream(String name, String subject) {
    return StreamConfiguration.builder()
        .name(name)
        .subjects(subject)
        .discardPolicy(DiscardPolicy.New);
  }

  Connection connection() {
    return connection;
  }

  String url() {
    return server.url();
  }

  JetStreamManagement management() throws Exception {
    return connection.jetStreamManagement();
  }

  ParkedStream stream() throws Exception {
    return new ParkedStream(connection, PARKED);
  }

  /** Parks payloads of a table with a code. */
  void park(String table, int code, String... payloads) throws Exception {
    for (String payload : payloads) {
      park(
          "dlq.0." + table,
          payload.getBytes(StandardCharsets.UTF_8),
          Map.of(
              "Wavehouse-Error-Class",
              "rejected",
              "Wavehouse-Error-Code",
              Integer.toString(code),
              "Wavehouse-Table",
              table,
              "Wavehouse-Tenant",
              "0",
              "Wavehouse-Subject",
              "ingest." + table));
    }
  }

  /** Parks a payload with these headers. */
  void park(String subject, byte[] payload, Map<String, String> headers) throws Exception {
    Headers all = new Headers();
    headers.forEach(all::put);
    connection
        .jetStream()
        .publish(NatsMessage.builder().subject(subject).headers(all).data(payload).build());
  }

  /** Sends a row without a payload off to be parked. */
  void parkAsync(String subject, Map<String, String> headers) {
    Headers all = new Headers();
    headers.forEach(all::put);
    connection.publish(NatsMessage.builder().subject(subject).headers(all).build());
  }

  void awaitParked(long count) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> management().getStreamInfo(PARKED).getStreamState().getMsgCount() == count);
  }

  /** One replay as the command line does it. */
  Outcome replay(String... words) throws Exception {
    return replay(new JetStreamRepublisher(connection, stream()), words);
  }

  Outcome replay(Republisher republisher, String... words) throws Exception {
    return new Replay(connection, stream(), List.of(INGEST), republisher)
        .run(request(words), Instant.now(), Pace.of(0), Progress.NONE);
  }

  Outcome purge(String... words) throws Exception {
    return new Purge(stream()).run(request(words), Instant.now(), Progress.NONE);
  }

  static DeadLetterRequest request(String... words) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < words.length; i += 2) {
      map.put(words[i], words[i + 1]);
    }
    return DeadLetterRequest.of(map);
  }

  /** Payloads of a stream, oldest first. */
  List<String> payloads(String stream) throws Exception {
    return messages(stream).stream()
        .map(message -> new String(DeadLetterJson.payload(message), StandardCharsets.UTF_8))
        .toList();
  }

  List<MessageInfo> messages(String stream) throws Exception {
    List<MessageInfo> messages = new ArrayList<>();
    var state = management().getStreamInfo(stream).getStreamState();
    long next = 1;
    while (messages.size() < state.getMsgCount()) {
      MessageInfo message = management().getNextMessage(stream, next, ">");
      messages.add(message);
      next = message.getSeq() + 1;
    }
    return messages;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.close();
  }
}

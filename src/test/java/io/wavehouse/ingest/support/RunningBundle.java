package io.wavehouse.ingest.support;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamState;
import io.wavehouse.ingest.WaveHouse;
import io.wavehouse.ingest.http.EdgeAddress;
import io.wavehouse.ingest.jetstream.JetStreamConsumer;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.SettingsSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.main.Main;
import org.awaitility.Awaitility;

/**
 * The bundle as it is shipped, with a NATS server of its own, in front of some ClickHouse; its
 * delays are short, so that a test sees several windows of a backoff in a second.
 */
public final class RunningBundle implements AutoCloseable {
  public static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(10);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final String INGEST = "WAVEHOUSE_INGEST";
  private static final String DEAD_LETTERS = "WAVEHOUSE_DLQ";

  private final NatsServer nats = Servers.nats();
  private final Path config = Files.createTempFile("wavehouse", ".properties");
  private final int managementPort = FreePort.next();
  private final Connection connection;
  private final Map<String, String> settings;
  private Main main;

  private RunningBundle(Map<String, String> settings) throws Exception {
    Map<String, String> all =
        new TreeMap<>(
            Map.of(
                "wavehouse.nats.servers", nats.url(),
                "wavehouse.http.port", Integer.toString(FreePort.next()),
                "wavehouse.management.port", Integer.toString(managementPort),
                "wavehouse.ack-wait", "5s",
                "wavehouse.batch.max-wait", "100ms",
                "wavehouse.backoff.initial", "200ms",
                "wavehouse.backoff.max", "1s"));
    all.putAll(settings);
    this.settings = all;
    writeConfig();
    connection = Nats.connect(nats.url());
    start();
  }

  /** Starts it in front of the ClickHouse at this address, with these settings on top. */
  public static RunningBundle inFrontOf(String clickHouse, String... keysAndValues)
      throws Exception {
    Map<String, String> settings = new TreeMap<>();
    settings.put("wavehouse.clickhouse.url", clickHouse);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new RunningBundle(settings);
  }

  /** Starts it in front of this ClickHouse, as its user, with these settings on top. */
  public static RunningBundle inFrontOf(ClickHouseServer clickHouse, String... keysAndValues)
      throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "wavehouse.clickhouse.username",
                clickHouse.user(),
                "wavehouse.clickhouse.password",
                clickHouse.password()));
    all.addAll(List.of(keysAndValues));
    return inFrontOf(clickHouse.url().toString(), all.toArray(String[]::new));
  }

  /** Changes its settings file while it runs; a null takes a key out. */
  public void configure(Map<String, String> changes) throws IOException {
    settings.putAll(changes);
    settings.values().removeIf(Objects::isNull);
    writeConfig();
  }

  private void writeConfig() throws IOException {
    List<String> lines = new ArrayList<>();
    settings.forEach((key, value) -> lines.add(key + "=" + value));
    Files.write(config, lines);
  }

  private void start() throws Exception {
    main = WaveHouse.bundle(new LiveSettings(new SettingsSource(Optional.of(config), Map.of())));
    main.start();
  }

  /** Drains it and starts it again as another process would: it remembers nothing. */
  public void restart() throws Exception {
    main.stop();
    start();
  }

  /** The NATS server it stands behind. */
  public NatsServer nats() {
    return nats;
  }

  /** Where the HTTP edge listens, like {@code http://127.0.0.1:8080}. */
  public URI edge() {
    return EdgeAddress.of(main.getCamelContext()).orElseThrow();
  }

  /** What the management server says, whatever its status. */
  public HttpResponse<String> observe(String path) throws Exception {
    return send(management(path));
  }

  /** What it says to a POST without a body. */
  public HttpResponse<String> command(String path, String... headers) throws Exception {
    HttpRequest.Builder request = management(path).POST(HttpRequest.BodyPublishers.noBody());
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  /** Where its management server is: {@code http://host:port}. */
  public String management() {
    return "http://127.0.0.1:" + managementPort;
  }

  private HttpRequest.Builder management(String path) {
    return HttpRequest.newBuilder(URI.create(management() + "/observe" + path))
        .timeout(REQUEST_PATIENCE);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /**
   * What a metric sums up to over its samples.
   *
   * @param labels those a sample must have, each {@code name="value"}
   */
  public double metric(String name, String... labels) throws Exception {
    return observe("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .filter(line -> Stream.of(labels).allMatch(line::contains))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Of its NATS server. */
  public Connection connection() {
    return connection;
  }

  /** Publishes rows {@code {"id":N}} and waits until the stream has them. */
  public void publish(String subject, int from, int to) throws IOException {
    publish(subject, IntStream.range(from, to).mapToObj(id -> "{\"id\":" + id + "}"));
  }

  /** Publishes payloads, one close after the other, and waits until the stream has them. */
  public void publish(String subject, Stream<String> payloads) throws IOException {
    JetStream jetStream = connection.jetStream();
    CompletableFuture.allOf(
            payloads
                .map(payload -> payload.getBytes(StandardCharsets.UTF_8))
                .map(payload -> jetStream.publishAsync(subject, payload))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  /** Publishes one payload. */
  public void publish(String subject, String payload) throws Exception {
    connection.jetStream().publish(subject, payload.getBytes(StandardCharsets.UTF_8));
  }

  /** Waits until the bundle has made the stream. */
  public void awaitStream(String stream) {
    Awaitility.await().atMost(PATIENCE).until(() -> state(stream).isPresent());
  }

  /** Messages the stream has ever taken. */
  public long allStored(String stream) {
    return state(stream).map(StreamState::getLastSequence).orElse(0L);
  }

  /** Messages neither landed nor parked. */
  public long waiting() {
    return state(INGEST).map(StreamState::getMsgCount).orElse(0L);
  }

  /** Messages in hand of the bundle. */
  public int inHand() {
    return ((JetStreamConsumer) main.getCamelContext().getRoute("ingest").getConsumer())
        .inHand()
        .rows();
  }

  /** Messages that are out now and were delivered before. */
  public long redelivered() throws Exception {
    return consumer().getRedelivered();
  }

  /** Deliveries so far, each time a message came counted. */
  public long deliveries() throws Exception {
    return consumer().getDelivered().getConsumerSequence();
  }

  /**
   * Messages the consumer has still to deliver or to see acked. A killed nats-server 2.9 can bring
   * acked messages back into the stream, beyond its consumer's reach.
   */
  public long owed() throws Exception {
    return consumer().getNumPending() + consumer().getNumAckPending();
  }

  private ConsumerInfo consumer() throws Exception {
    return connection.jetStreamManagement().getConsumerInfo(INGEST, "buffer-consumer");
  }

  public long parkedCount() {
    return state(DEAD_LETTERS).map(StreamState::getMsgCount).orElse(0L);
  }

  /** The dead letters, oldest first. */
  public List<MessageInfo> parked() throws Exception {
    List<MessageInfo> parked = new ArrayList<>();
    Optional<StreamState> state = state(DEAD_LETTERS);
    if (state.isPresent() && state.get().getMsgCount() > 0) {
      long last = state.get().getLastSequence();
      for (long at = state.get().getFirstSequence(); at <= last; at++) {
        parked.add(connection.jetStreamManagement().getMessage(DEAD_LETTERS, at));
      }
    }
    return parked;
  }

  private Optional<StreamState> state(String stream) {
    try {
      return Optional.of(connection.jetStreamManagement().getStreamInfo(stream).getStreamState());
    } catch (JetStreamApiException absent) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until nothing is left to do. */
  public void awaitNothingWaiting() {
    Awaitility.await().atMost(PATIENCE).until(() -> waiting() == 0);
  }

  @Override
  public void close() throws IOException {
    main.stop();
    try {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    nats.close();
    Files.delete(config);
  }
}

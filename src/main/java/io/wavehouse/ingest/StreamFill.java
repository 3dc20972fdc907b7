package io.wavehouse.ingest;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.StreamInfo;
import io.wavehouse.ingest.jetstream.JetStreamConsumer;
import io.wavehouse.ingest.metrics.IngestMetrics;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks NATS now and then how full the streams are, on a thread of its own: a scrape finds what was
 * last known and waits for nobody. What cannot be asked has no figure until it can be again, since
 * an old one would say that there is room.
 */
final class StreamFill extends LifecycleStrategySupport {
  private static final Logger LOG = LoggerFactory.getLogger(StreamFill.class);
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final CamelContext camel;
  private final LiveSettings live;
  private final IngestMetrics metrics;

  StreamFill(CamelContext camel, LiveSettings live, IngestMetrics metrics) {
    this.camel = camel;
    this.live = live;
    this.metrics = metrics;
  }

  /** Until Camel stops, which ends its executors; {@link #look} tells of its failures itself. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored")
  public void onContextStarted(CamelContext started) {
    ScheduledExecutorService executor =
        camel.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "stream fill");
    executor.scheduleWithFixedDelay(this::look, 1_000, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      Settings settings = live.get();
      List<String> names = settings.streams().stream().map(stream -> stream.name()).toList();
      Optional<Connection> nats = connection();
      metrics.streams(
          nats.stream().flatMap(c -> names.stream().flatMap(name -> ask(c, name))).toList());
      metrics.deadLetters(
          nats.stream().flatMap(c -> ask(c, settings.dlq().stream())).findFirst().orElse(null));
    } catch (RuntimeException e) {
      LOG.debug("how full the streams are is not known: {}", e.getMessage());
    }
  }

  private Optional<Connection> connection() {
    return camel.getRoutes().stream()
        .map(Route::getConsumer)
        .filter(JetStreamConsumer.class::isInstance)
        .flatMap(consumer -> ((JetStreamConsumer) consumer).connected().stream())
        .findFirst();
  }

  private static Stream<IngestMetrics.Fill> ask(Connection nats, String name) {
    try {
      StreamInfo info = nats.jetStreamManagement().getStreamInfo(name);
      return Stream.of(
          new IngestMetrics.Fill(
              name,
              info.getStreamState().getMsgCount(),
              info.getStreamState().getByteCount(),
              info.getConfiguration().getMaxBytes()));
    } catch (IOException | JetStreamApiException | RuntimeException e) {
      LOG.debug("stream {}: {}", name, e.getMessage());
      return Stream.empty();
    }
  }
}

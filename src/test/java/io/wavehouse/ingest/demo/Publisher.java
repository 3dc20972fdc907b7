package io.wavehouse.ingest.demo;

import io.nats.client.JetStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Publishes events at a steady rate and counts those the stream confirmed. */
final class Publisher {
  private final JetStream jetStream;
  private final List<SampleEvent> events;
  private final long gapNanos;
  private final AtomicLong confirmed = new AtomicLong();
  private final Map<SampleTable, Tally> tallies = new ConcurrentHashMap<>();

  Publisher(JetStream jetStream, List<SampleEvent> events, int perSecond) {
    this.jetStream = jetStream;
    this.events = events;
    this.gapNanos = Duration.ofSeconds(1).toNanos() / perSecond;
  }

  /**
   * Returns when every event is confirmed.
   *
   * @throws java.util.concurrent.CompletionException when one is not
   */
  void publish() {
    List<CompletableFuture<?>> confirmations = new ArrayList<>(events.size());
    long start = System.nanoTime();
    for (int i = 0; i < events.size(); i++) {
      LockSupport.parkNanos(start + i * gapNanos - System.nanoTime());
      SampleEvent event = events.get(i);
      confirmations.add(
          jetStream
              .publishAsync(event.table().subject(), event.payload())
              .thenAccept(ack -> confirm(event, ack.getSeqno())));
    }
    CompletableFuture.allOf(confirmations.toArray(CompletableFuture<?>[]::new)).join();
  }

  private void confirm(SampleEvent event, long sequence) {
    tally(event.table()).add(event, sequence);
    confirmed.incrementAndGet();
  }

  long confirmed() {
    return confirmed.get();
  }

  Tally tally(SampleTable table) {
    return tallies.computeIfAbsent(table, any -> new Tally());
  }
}

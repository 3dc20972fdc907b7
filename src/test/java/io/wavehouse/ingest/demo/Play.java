package io.wavehouse.ingest.demo;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * What happens on the stage: events flow, ClickHouse goes and comes back, the stream runs empty.
 */
final class Play {
  private static final int EVENTS = 20_000;
  private static final int PER_SECOND = 2_000;
  private static final Duration OUTAGE = Duration.ofSeconds(10);

  /** More than the bundle's ack wait, after which NATS hands an unanswered event out again. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final long TICK_MILLIS = 200;

  private final Stage stage;
  private final Progress progress;
  private final List<SampleEvent> events = events();
  private long landed;

  Play(Stage stage, Progress progress) {
    this.stage = stage;
    this.progress = progress;
  }

  private static List<SampleEvent> events() {
    List<SampleEvent> events = new ArrayList<>(SampleEvents.good(EVENTS));
    events.addAll(SampleEvents.bad());
    Collections.shuffle(events, new Random(1));
    return events;
  }

  /** Returns when nothing is on its way any more, or nothing has moved for too long. */
  Ledger run() throws Exception {
    Publisher publisher = new Publisher(stage.connection().jetStream(), events, PER_SECOND);
    Outage outage = new Outage(stage.clickHouse(), progress);
    CompletableFuture<Void> publishing = CompletableFuture.runAsync(publisher::publish);
    CompletableFuture<Void> outageOver = null;
    if (!stage.canTakeClickHouseAway()) {
      progress.say("The given ClickHouse is not taken away");
      outageOver = CompletableFuture.completedFuture(null);
    }
    long moved = System.nanoTime();
    long before = -1;
    while (true) {
      long waiting = stage.streams().waiting();
      long now = System.nanoTime();
      progress.show(line(publisher.confirmed(), waiting, outage), now);
      boolean inFlow = publisher.confirmed() >= EVENTS / 3 && landed > 0;
      if (outageOver == null && inFlow) {
        outageOver = CompletableFuture.runAsync(() -> outage.run(OUTAGE));
      }
      if (waiting != before || outage.away()) {
        before = waiting;
        moved = now;
      }
      boolean quiet = now - moved > PATIENCE.toNanos();
      boolean empty = ended(publishing) && ended(outageOver) && waiting == 0;
      if (empty || quiet) {
        progress.finish(line(publisher.confirmed(), waiting, outage));
        return ledger(publisher);
      }
      stage.bundle().checkAlive();
      Thread.sleep(TICK_MILLIS);
    }
  }

  /** Whether it has ended well; throws what ended it otherwise. */
  private static boolean ended(CompletableFuture<Void> task) {
    if (task == null || !task.isDone()) {
      return false;
    }
    try {
      task.join();
      return true;
    } catch (CompletionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e);
    }
  }

  private String line(long published, long waiting, Outage outage) {
    if (!outage.away()) {
      try {
        landed = stage.tables().rows();
      } catch (UncheckedIOException goneJustNow) {
        // the last count stands
      }
    }
    return String.format(
        Locale.ROOT,
        "published %,6d of %,d   landed %,6d   waiting %,6d   ClickHouse %s",
        published,
        events.size(),
        landed,
        waiting,
        outage.away() ? "away" : "up");
  }

  private Ledger ledger(Publisher publisher) throws Exception {
    Map<String, Set<Long>> parked = stage.streams().parked();
    List<LedgerLine> lines = new ArrayList<>();
    for (SampleTable table : SampleEvents.TABLES) {
      Tally tally = publisher.tally(table);
      LandedRows rows = stage.tables().landed(table, tally.good());
      lines.add(tally.against(table, rows, parked.getOrDefault(table.name(), Set.of())));
    }
    return new Ledger(lines);
  }
}

package io.wavehouse.ingest;

import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.Settings;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a changed settings file at run time: tenants added, removed or corrected, tables,
 * connections and batches.
 *
 * <p><b>Failure semantics.</b> A removed tenant's route drains while its connection is still in
 * force, or its rows in hand would count as rows of a tenant without one and be parked. Backoffs of
 * pools that nobody uses any more go; those of the others stay as they are.
 */
final class SettingsReload implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsReload.class);
  private final LiveSettings live;
  private final TenantStreams streams;
  private final ForsakenStreams forsaken;
  private final Backoffs backoffs;

  SettingsReload(
      LiveSettings live, TenantStreams streams, ForsakenStreams forsaken, Backoffs backoffs) {
    this.live = live;
    this.streams = streams;
    this.forsaken = forsaken;
    this.backoffs = backoffs;
  }

  /** Looks once; to be called again and again by one thread. Throws nothing, or it would end. */
  @Override
  public void run() {
    try {
      live.changed().ifPresent(this::take);
      forsaken.look(live.get());
    } catch (RuntimeException e) {
      LOG.error("the settings could not be looked at: {}; looking again", e.getMessage(), e);
    }
  }

  private void take(Settings next) {
    Settings before = live.get();
    try {
      streams.removeAllBut(next, before);
    } catch (Exception e) {
      LOG.error("a route could not be removed: {}", RootCause.of(e).getMessage(), e);
    }
    live.take(next);
    backoffs.retainPools(next.pools());
    streams.addMissing(next);
    forsaken.lookAgain();
    LOG.info(
        "changed settings are in force; tenants: {} added, {} removed, {} corrected",
        without(next.tenants().keySet(), before.tenants().keySet()),
        without(before.tenants().keySet(), next.tenants().keySet()),
        corrected(before, next));
  }

  private static Set<String> without(Set<String> all, Set<String> some) {
    Set<String> left = new TreeSet<>(all);
    left.removeAll(some);
    return left;
  }

  private static Set<String> corrected(Settings before, Settings next) {
    Set<String> corrected = new TreeSet<>(next.tenants().keySet());
    corrected.retainAll(before.tenants().keySet());
    corrected.removeIf(id -> before.tenants().get(id).equals(next.tenants().get(id)));
    return corrected;
  }
}

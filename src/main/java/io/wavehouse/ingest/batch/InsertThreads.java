package io.wavehouse.ingest.batch;

import io.wavehouse.ingest.settings.ClickHouseSettings;
import io.wavehouse.ingest.settings.Settings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;

/**
 * Carries a batch on with a thread of its pool, so that a ClickHouse that hangs takes none of
 * another's. The aggregator goes on meanwhile; batches that wait are bounded as rows in hand.
 */
public final class InsertThreads extends AsyncProcessorSupport {
  private final Supplier<Settings> settings;
  private final Executor executor;
  private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

  /**
   * @param executor with a thread for each task; the lanes bound their number
   */
  public InsertThreads(Supplier<Settings> settings, Executor executor) {
    this.settings = settings;
    this.executor = executor;
  }

  @Override
  public boolean process(Exchange exchange, AsyncCallback callback) {
    Target target = exchange.getMessage().getBody(Batch.class).getTarget();
    String pool =
        settings.get().clickHouse(target.tenant()).map(ClickHouseSettings::pool).orElse("");
    lanes
        .computeIfAbsent(pool, key -> new Lane(settings.get().insertThreads(), executor))
        .submit(target.table(), () -> callback.done(false));
    return false;
  }
}

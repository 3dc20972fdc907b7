package io.wavehouse.ingest;

import io.wavehouse.ingest.batch.Address;
import io.wavehouse.ingest.batch.BatchLimits;
import io.wavehouse.ingest.batch.Batches;
import io.wavehouse.ingest.batch.Settlement;
import io.wavehouse.ingest.clickhouse.InsertConfirmation;
import io.wavehouse.ingest.clickhouse.InsertRequest;
import io.wavehouse.ingest.clickhouse.OneRequestClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import org.apache.camel.CamelContext;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.spi.Registry;
import org.apache.camel.util.TimeUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the bundle: Camel routes from NATS JetStream into ClickHouse. */
public final class WaveHouse {
  private static final Logger LOG = LoggerFactory.getLogger(WaveHouse.class);

  private WaveHouse() {}

  public static void main(String[] args) throws Exception {
    Main bundle = bundle();
    DrainedExit exit = new DrainedExit(bundle);
    bundle.addMainListener(exit);
    bundle.bind("consumerEnd", exit);
    try {
      bundle.run(args);
    } catch (Exception e) {
      LOG.error("the bundle cannot start: {}", rootCause(e).getMessage());
      System.exit(1);
    }
  }

  private static Throwable rootCause(Throwable e) {
    return e.getCause() == null ? e : rootCause(e.getCause());
  }

  /** The bundle, not yet started. */
  public static Main bundle() {
    Main main = new Main();
    main.addMainListener(
        new MainListenerSupport() {
          @Override
          public void beforeConfigure(BaseMainSupport support) {
            bindSteps(support.getCamelContext());
          }
        });
    return main;
  }

  /** Binds the steps the routes name. */
  private static void bindSteps(CamelContext camel) {
    BatchLimits limits =
        new BatchLimits(
            Integer.parseInt(setting(camel, "batch.max-rows")),
            Long.parseLong(setting(camel, "batch.max-bytes")),
            duration(camel, "batch.max-wait"));
    ExecutorService insertThreads =
        camel
            .getExecutorServiceManager()
            .newFixedThreadPool(
                WaveHouse.class, "insert", Integer.parseInt(setting(camel, "insert.threads")));
    Registry registry = camel.getRegistry();
    registry.bind("address", new Address(limits));
    registry.bind("batches", new Batches());
    registry.bind("insertThreads", insertThreads);
    registry.bind(
        "insertRequest",
        new InsertRequest(
            setting(camel, "clickhouse.database"),
            setting(camel, "clickhouse.username"),
            setting(camel, "clickhouse.password")));
    registry.bind(
        "oneRequestClient", new OneRequestClient(duration(camel, "clickhouse.request-timeout")));
    registry.bind("insertConfirmation", new InsertConfirmation());
    registry.bind("settlement", new Settlement(duration(camel, "backoff.initial")));
  }

  private static Duration duration(CamelContext camel, String key) {
    return TimeUtils.toDuration(setting(camel, key));
  }

  private static String setting(CamelContext camel, String key) {
    return camel.resolvePropertyPlaceholders("{{wavehouse." + key + "}}");
  }
}

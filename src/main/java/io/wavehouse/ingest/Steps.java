package io.wavehouse.ingest;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.wavehouse.ingest.backoff.BackoffLog;
import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.batch.Address;
import io.wavehouse.ingest.batch.Batches;
import io.wavehouse.ingest.batch.Envelopes;
import io.wavehouse.ingest.batch.InsertThreads;
import io.wavehouse.ingest.clickhouse.Classifier;
import io.wavehouse.ingest.clickhouse.CodeTable;
import io.wavehouse.ingest.clickhouse.InsertConfirmation;
import io.wavehouse.ingest.clickhouse.InsertRequest;
import io.wavehouse.ingest.clickhouse.Pool;
import io.wavehouse.ingest.clickhouse.ServerSettings;
import io.wavehouse.ingest.failure.Ack;
import io.wavehouse.ingest.failure.BackoffHealth;
import io.wavehouse.ingest.failure.Claim;
import io.wavehouse.ingest.failure.DeadLetterCopy;
import io.wavehouse.ingest.failure.DeadLetterFailed;
import io.wavehouse.ingest.failure.DeadLetterStored;
import io.wavehouse.ingest.failure.DeadLetterSwitch;
import io.wavehouse.ingest.failure.Drop;
import io.wavehouse.ingest.failure.Gate;
import io.wavehouse.ingest.failure.Isolate;
import io.wavehouse.ingest.failure.RememberedVerdicts;
import io.wavehouse.ingest.failure.RetryLater;
import io.wavehouse.ingest.failure.RowCheck;
import io.wavehouse.ingest.failure.Settlement;
import io.wavehouse.ingest.failure.Triage;
import io.wavehouse.ingest.http.Admission;
import io.wavehouse.ingest.http.Answer;
import io.wavehouse.ingest.http.EdgePort;
import io.wavehouse.ingest.http.EdgeThreads;
import io.wavehouse.ingest.http.SharedConnection;
import io.wavehouse.ingest.jmx.BackoffBeans;
import io.wavehouse.ingest.jmx.CamelBeans;
import io.wavehouse.ingest.jmx.CodeTableBean;
import io.wavehouse.ingest.metrics.IngestMetrics;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.Settings;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.camel.CamelContext;
import org.apache.camel.component.micrometer.MicrometerConstants;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpEngine;
import org.apache.camel.health.HealthCheckRegistry;
import org.apache.camel.spi.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps the YAML routes name. */
final class Steps {
  private static final Logger LOG = LoggerFactory.getLogger(Steps.class);

  private Steps() {}

  static void bind(CamelContext camel, LiveSettings live, Backoffs backoffs) {
    Settings settings = live.get();
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    IngestMetrics metrics = new IngestMetrics(meters);
    CodeTable codes = codes(settings);
    Classifier classifier = new Classifier(codes);
    CamelBeans beans = new CamelBeans(camel);
    beans.showFromStart("codes", "CodeTable", new CodeTableBean(codes));
    backoffs.addListener(new BackoffBeans(beans, backoffs, Clock.systemUTC()));
    Settlement settlement = new Settlement(metrics);
    RememberedVerdicts remembered =
        new RememberedVerdicts(
            () -> live.get().stream().maxAckPending() * live.get().streams().size());

    Registry registry = camel.getRegistry();
    registry.bind(MicrometerConstants.METRICS_REGISTRY_NAME, meters);
    new Gauges(camel, backoffs).register(metrics);
    camel.addLifecycleStrategy(new StreamFill(camel, live, metrics));
    HealthCheckRegistry.get(camel).register(new BackoffHealth(backoffs));
    registry.bind("connectionOptions", new NatsLogin(settings.nats()));
    registry.bind("drop", new Drop(metrics));
    registry.bind("address", new Address(live));
    registry.bind("envelopes", new Envelopes(live, metrics));
    registry.bind("gate", new Gate(live, backoffs));
    registry.bind("rowCheck", new RowCheck(remembered));
    registry.bind("batches", new Batches(metrics));
    registry.bind(
        "insertThreads",
        new InsertThreads(
            live, camel.getExecutorServiceManager().newCachedThreadPool(Steps.class, "insert")));

    registry.bind("edgeThreads", EdgeThreads.options());
    registry.bind("edgePort", EdgePort.of(settings.http()));
    VertxPlatformHttpEngine engine = new VertxPlatformHttpEngine();
    engine.setHandlers(List.of(new SharedConnection()));
    registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, engine);
    registry.bind("httpAdmission", new Admission(camel, live));
    registry.bind("httpAnswer", new Answer(metrics));

    registry.bind("claim", new Claim(live, backoffs));
    ServerSettings serverSettings = new ServerSettings(live, System::nanoTime);
    registry.bind("pool", new Pool(camel, live));
    registry.bind("serverSettings", serverSettings);
    registry.bind("insertRequest", new InsertRequest(live, serverSettings));
    registry.bind("insertConfirmation", new InsertConfirmation(metrics));
    registry.bind("ack", new Ack(backoffs, settlement));

    registry.bind("triage", new Triage(classifier, backoffs, metrics));
    registry.bind(
        "isolate",
        new Isolate(
            live, backoffs, classifier, settlement, camel.createProducerTemplate(), metrics));
    registry.bind("retryLater", new RetryLater(settlement));
    registry.bind("deadLetterSwitch", new DeadLetterSwitch(live, metrics));
    registry.bind(
        "deadLetterCopy", new DeadLetterCopy(settings.dlq().stream(), backoffs, Clock.systemUTC()));
    registry.bind("deadLetterStored", new DeadLetterStored(backoffs, settlement));
    registry.bind("deadLetterFailed", new DeadLetterFailed(backoffs, settlement, remembered));
  }

  static Backoffs backoffs(Settings settings) {
    return new Backoffs(
        settings.backoff().initial(),
        settings.backoff().max(),
        System::nanoTime,
        () -> ThreadLocalRandom.current().nextDouble(),
        new BackoffLog(System::nanoTime));
  }

  private static CodeTable codes(Settings settings) {
    CodeTable codes = CodeTable.builtIn().withOverrides(settings.failureCodes());
    codes
        .overrides()
        .forEach(
            code ->
                LOG.info(
                    "ClickHouse code {} {} counts as {}{}{}: {}",
                    code.code(),
                    code.name(),
                    code.failureClass().metricName(),
                    code.tableScoped() ? ", of its table" : "",
                    code.splittable() ? ", splittable" : "",
                    code.reason()));
    return codes;
  }
}

package io.wavehouse.ingest.jetstream;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Ready means connected, pulling, and no row in hand for too long. Camel asks a consumer's check
 * for readiness alone; one that has ended for good ends its process, so no liveness probe has to.
 */
final class ConsumerHealth extends AbstractHealthCheck {
  private final Supplier<ConsumerState> consumer;

  ConsumerHealth(String id, Supplier<ConsumerState> consumer) {
    super("camel", id);
    this.consumer = consumer;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    ConsumerState state = consumer.get();
    builder.detail("connected", state.connected());
    builder.detail("pulling", state.pulling());
    builder.detail("rows.in.hand", state.rowsInHand());
    builder.detail("bytes.in.hand", state.bytesInHand());
    builder.detail("oldest.row.seconds", state.oldestSeconds());
    builder.detail("lag", state.lag());
    if (state.ready()) {
      builder.up();
    } else if (!state.connected()) {
      builder.message("not connected to NATS").down();
    } else if (!state.pulling()) {
      builder.message("not pulling").down();
    } else {
      builder.message("a row is in hand for " + state.oldestSeconds() + " s").down();
    }
  }
}

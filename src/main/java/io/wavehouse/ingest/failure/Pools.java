package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Scope;
import io.wavehouse.ingest.batch.Target;
import io.wavehouse.ingest.settings.Settings;
import java.util.Optional;
import java.util.function.Supplier;

/** Which backoff a row's tenant answers to. */
final class Pools {
  private final Supplier<Settings> settings;

  Pools(Supplier<Settings> settings) {
    this.settings = settings;
  }

  /** Empty for a tenant without a connection. */
  Optional<Scope> of(Target target) {
    return settings
        .get()
        .clickHouse(target.tenant())
        .map(connection -> Scope.pool(connection.pool()));
  }
}

package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.backoff.Scope;
import io.wavehouse.ingest.batch.Target;
import io.wavehouse.ingest.settings.Settings;
import java.util.Optional;

/** Which backoff a row's tenant answers to. */
final class Pools {
  private final Settings settings;

  Pools(Settings settings) {
    this.settings = settings;
  }

  /** Empty for a tenant without a connection. */
  Optional<Scope> of(Target target) {
    return settings.clickHouse(target.tenant()).map(connection -> Scope.pool(connection.pool()));
  }
}

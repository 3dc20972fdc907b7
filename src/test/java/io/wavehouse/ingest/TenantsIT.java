package io.wavehouse.ingest;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.JetStreamManagement;
import io.nats.client.api.RetentionPolicy;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import io.wavehouse.ingest.support.ScriptedInsert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Several customers on one bundle, none hurting another. */
class TenantsIT {
  @Test
  void aTenantWhoseClickHouseIsDownHoldsUpNoOther() throws Exception {
    try (ScriptedClickHouse down = new ScriptedClickHouse(insert -> http(503, "", ""));
        ScriptedClickHouse up = new ScriptedClickHouse(insert -> null);
        RunningBundle bundle =
            RunningBundle.inFrontOf(
                down.url(),
                "wavehouse.max-ack-pending",
                "1000",
                "wavehouse.batch.max-rows",
                "1000",
                "wavehouse.tenants.acme.clickhouse.url",
                up.url(),
                "wavehouse.tenants.acme.clickhouse.username",
                "acme")) {
      up.script(up::landing);
      bundle.publish("ingest.t", 0, 3_000);
      Awaitility.await().atMost(PATIENCE).until(() -> bundle.redelivered() > 0);

      bundle.publish("ingest.acme.t", 0, 5_000);
      Awaitility.await().atMost(PATIENCE).until(() -> up.landed().size() == 5_000);
      assertThat(bundle.waiting()).isEqualTo(3_000);
      assertThat(up.inserts()).extracting(ScriptedInsert::user).containsOnly("acme");
      assertThat(bundle.connection().jetStreamManagement().getStreamNames())
          .contains("WAVEHOUSE_INGEST", "WAVEHOUSE_INGEST_acme");
    }
  }

  @Test
  void theRetentionOfAStreamThatIsMadeIsTheOneThatIsSet() throws Exception {
    try (ScriptedClickHouse clickHouse = new ScriptedClickHouse(insert -> ScriptedAnswer.ok());
        RunningBundle bundle =
            RunningBundle.inFrontOf(clickHouse.url(), "wavehouse.stream.retention", "limits")) {
      JetStreamManagement management = bundle.connection().jetStreamManagement();
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> management.getStreamNames().contains("WAVEHOUSE_INGEST"));
      assertThat(
              management.getStreamInfo("WAVEHOUSE_INGEST").getConfiguration().getRetentionPolicy())
          .isEqualTo(RetentionPolicy.Limits);
    }
  }
}

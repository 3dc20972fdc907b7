package io.wavehouse.ingest;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.http;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.JetStreamManagement;
import io.nats.client.api.RetentionPolicy;
import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.DebianClickHouse;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedAnswer;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import io.wavehouse.ingest.support.ScriptedInsert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Several customers on one bundle, none hurting another. */
class TenantsIT {
  private static final String TABLE = "CREATE TABLE t (id Int64) ENGINE = MergeTree ORDER BY id";
  private static final String COUNT = "SELECT count(), uniqExact(id) FROM t";

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
  void onRealServersOneTenantsOutageDelaysNoRowOfAnothers() throws Exception {
    try (ClickHouseServer ours = new ChdbClickHouse();
        ClickHouseServer acmes = new DebianClickHouse()) {
      ours.start();
      acmes.start();
      ours.query(TABLE);
      acmes.query(TABLE);
      try (RunningBundle bundle =
          RunningBundle.inFrontOf(
              ours,
              "wavehouse.tenants.acme.clickhouse.url",
              acmes.url().toString(),
              "wavehouse.tenants.acme.clickhouse.username",
              acmes.user(),
              "wavehouse.tenants.acme.clickhouse.password",
              acmes.password())) {
        acmes.stop();
        bundle.publish("ingest.acme.t", 0, 5_000);
        Awaitility.await()
            .atMost(PATIENCE)
            .until(() -> bundle.metric("wavehouse_ingest_backoffs_open") > 0);

        bundle.publish("ingest.t", 0, 20_000);
        bundle.awaitNothingWaiting();
        assertThat(ours.query(COUNT)).isEqualTo("20000\t20000");
        assertThat(bundle.deliveries()).as("none was handed back").isEqualTo(20_000);

        acmes.start();
        Awaitility.await().atMost(PATIENCE).until(() -> acmes.query(COUNT).equals("5000\t5000"));
        assertThat(bundle.parkedCount()).isZero();
      }
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

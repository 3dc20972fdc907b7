package io.wavehouse.ingest.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.ChdbClickHouse;
import io.wavehouse.ingest.support.ClickHouseServer;
import io.wavehouse.ingest.support.RunningBundle;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real ClickHouse away, as JMX shows it. */
class BackoffBeansIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private final MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
  private ClickHouseServer clickHouse;

  @BeforeEach
  void start() {
    clickHouse = new ChdbClickHouse();
    clickHouse.start();
    clickHouse.query("CREATE TABLE t (id Int64) ENGINE = MergeTree ORDER BY id");
  }

  @AfterEach
  void close() {
    clickHouse.close();
  }

  private Set<ObjectName> beans(String type) throws Exception {
    return jmx.queryNames(
        new ObjectName("org.apache.camel:context=wavehouse,type=" + type + ",*"), null);
  }

  private ObjectName backoff() throws Exception {
    Awaitility.await().atMost(PATIENCE).until(() -> beans("backoffs").size() == 1);
    return beans("backoffs").iterator().next();
  }

  /** The window is so long that only retryNow can end it within the test. */
  @Test
  void retryNowLetsTheNextRowsTryAtOnceAndTheBeanGoesWithTheBackoff() throws Exception {
    try (RunningBundle bundle =
        RunningBundle.inFrontOf(
            clickHouse, "wavehouse.backoff.initial", "1h", "wavehouse.backoff.max", "1h")) {
      assertThat(beans("backoffs")).isEmpty();
      clickHouse.stop();
      Instant before = Instant.now();
      bundle.publish("ingest.t", 0, 1);

      ObjectName backoff = backoff();
      assertThat(jmx.getAttribute(backoff, "State")).isEqualTo("OPEN");
      assertThat(jmx.getAttribute(backoff, "Failures")).isEqualTo(1);
      assertThat((String) jmx.getAttribute(backoff, "Scope")).contains(clickHouse.url().toString());
      assertThat((String) jmx.getAttribute(backoff, "LastError")).startsWith("unavailable");
      assertThat(Instant.parse((String) jmx.getAttribute(backoff, "Since")))
          .isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1));
      assertThat(Instant.parse((String) jmx.getAttribute(backoff, "Until")))
          .isAfter(before.plusSeconds(600));

      clickHouse.start();
      jmx.invoke(backoff, "retryNow", null, null);
      assertThat(Instant.parse((String) jmx.getAttribute(backoff, "Until")))
          .isBefore(before.plusSeconds(600));
      bundle.publish("ingest.t", 1, 2);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> clickHouse.query("SELECT groupArray(id) FROM t").equals("[1]"));
      Awaitility.await().atMost(PATIENCE).until(() -> beans("backoffs").isEmpty());
    }
  }

  @Test
  void theCodeTableSaysWhatACodeLeadsTo() throws Exception {
    try (RunningBundle bundle =
        RunningBundle.inFrontOf(
            clickHouse.url().toString(), "wavehouse.failure.codes.27", "unavailable,table")) {
      ObjectName table = beans("codes").iterator().next();
      assertThat((String) jmx.getAttribute(table, "Codes"))
          .contains("27 CANNOT_PARSE_INPUT_ASSERTION_FAILED: unavailable, of its table (")
          .contains("\n252 TOO_MANY_PARTS: unavailable, of its table, splittable (");
      assertThat(jmx.invoke(table, "code", new Object[] {117}, new String[] {int.class.getName()}))
          .isEqualTo("117 INCORRECT_DATA: rejected (on no list)");
      assertThat(bundle.parkedCount()).isZero();
    }
  }
}

package io.wavehouse.ingest.deadletter;

import static io.wavehouse.ingest.support.RunningBundle.PATIENCE;
import static io.wavehouse.ingest.support.ScriptedAnswer.code;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.support.RunningBundle;
import io.wavehouse.ingest.support.ScriptedClickHouse;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dead letters over HTTP, in JMX and over Jolokia, as the running bundle serves them. */
class DeadLettersOfTheBundleIT {
  private static final String INGEST = "WAVEHOUSE_INGEST";
  private final MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
  private ScriptedClickHouse clickHouse;
  private RunningBundle bundle;

  /** Rows 0, 1 and 2 of table t are parked under the sequences 1, 2 and 3. */
  @BeforeEach
  void parkThreeRows() throws Exception {
    clickHouse = new ScriptedClickHouse(insert -> code(400, 27, "Cannot parse"));
    bundle = RunningBundle.inFrontOf(clickHouse.url());
    bundle.publish("ingest.t", 0, 3);
    bundle.awaitNothingWaiting();
    assertThat(bundle.parkedCount()).isEqualTo(3);
  }

  @AfterEach
  void close() throws Exception {
    bundle.close();
    clickHouse.close();
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }

  private JsonNode command(int status, String path, String... headers) throws Exception {
    HttpResponse<String> answer = bundle.command("/dlq" + path, headers);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return json(answer.body());
  }

  private ObjectName bean() throws Exception {
    return jmx.queryNames(
            new ObjectName("org.apache.camel:type=services,name=DeadLetterOperations*,*"), null)
        .iterator()
        .next();
  }

  private JsonNode invoke(String operation, String words) throws Exception {
    return json(
        (String)
            jmx.invoke(
                bean(), operation, new Object[] {words}, new String[] {String.class.getName()}));
  }

  @Test
  void overHttpTheyAreListedAndShownAndStay() throws Exception {
    HttpResponse<String> list = bundle.observe("/dlq?table=t&code=27&from=2");
    assertThat(list.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(list.body().lines()).hasSize(2).first().asString().startsWith("{\"sequence\":2,");
    assertThat(bundle.observe("/dlq?table=u").body()).isEmpty();
    assertThat(bundle.observe("/dlq?limit=1").body().lines()).hasSize(1);
    assertThat(json(bundle.observe("/dlq/3").body()).get("payload").asText()).contains("\"id\":");
    assertThat(bundle.parkedCount()).isEqualTo(3);
  }

  @Test
  void overHttpRowsGoBackThroughTheRouteAndLand() throws Exception {
    clickHouse.script(clickHouse::landing);
    JsonNode dry = command(200, "/replay?table=t&to=2&dry-run=true");
    assertThat(dry.get("replayed").asInt()).isEqualTo(2);
    assertThat(bundle.parkedCount()).isEqualTo(3);

    JsonNode outcome = command(200, "/replay?table=t&to=2");
    assertThat(outcome.get("replayed").asInt()).isEqualTo(2);
    bundle.awaitNothingWaiting();
    assertThat(clickHouse.landed()).hasSize(2).doesNotHaveDuplicates();
    assertThat(bundle.parked()).extracting(parked -> parked.getSeq()).containsExactly(3L);
    assertThat(bundle.metric("camel_exchanges_total", "routeId=\"replay\"")).isEqualTo(2);
  }

  @Test
  void overHttpAPurgeOnlyCountsUntilItIsSaidYes() throws Exception {
    assertThat(command(200, "/purge?class=rejected").get("dryRun").asBoolean()).isTrue();
    assertThat(bundle.parkedCount()).isEqualTo(3);
    assertThat(command(200, "/purge?from=2&yes=true").get("purged").asInt()).isEqualTo(2);
    assertThat(bundle.parkedCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/dlq?tabel=t,400,there is no tabel",
    "GET,/dlq?table=a&table=b,400,table is given twice",
    "GET,/dlq/x,400,a sequence is a whole number",
    "GET,/dlq/99,404,no row 99 is parked",
    "POST,/dlq/replay,400,say which rows",
    "POST,/dlq/replay?older=soon,400,must be a duration"
  })
  void aSlipIsAnsweredInOneLine(String method, String path, int status, String said)
      throws Exception {
    HttpResponse<String> answer =
        method.equals("GET") ? bundle.observe(path) : bundle.command(path);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(json(answer.body()).get("error").asText()).contains(said);
    assertThat(bundle.parkedCount()).isEqualTo(3);
  }

  @Test
  void aPageOfSomewhereElseChangesNothing() throws Exception {
    command(403, "/purge?yes=true", "Origin", "http://example.com");
    command(403, "/replay?all=true", "Origin", "null");
    assertThat(bundle.observe("/dlq/purge?yes=true").statusCode()).isEqualTo(400);
    assertThat(bundle.parkedCount()).isEqualTo(3);
  }

  @Test
  void aFullStreamEndsAReplayAndIsNoSuccess() throws Exception {
    JetStreamManagement management = bundle.connection().jetStreamManagement();
    management.updateStream(
        StreamConfiguration.builder(management.getStreamInfo(INGEST).getConfiguration())
            .maximumMessageSize(1)
            .build());
    JsonNode outcome = command(503, "/replay?all=true");
    assertThat(outcome.get("replayed").asInt()).isZero();
    assertThat(outcome.get("stopped").asText())
        .startsWith("row 1 stays parked: ")
        .contains("message size exceeds maximum allowed");
    assertThat(bundle.parkedCount()).isEqualTo(3);
  }

  @Test
  void oneReplayAtATimeAndItCanBeStopped() throws Exception {
    clickHouse.script(clickHouse::landing);
    CompletableFuture<Integer> first = CompletableFuture.supplyAsync(this::replaySlowly);
    Awaitility.await().atMost(PATIENCE).until(() -> done() > 0);
    assertThat((Boolean) jmx.getAttribute(bean(), "Running")).isTrue();
    command(409, "/purge?yes=true");
    assertThat(bundle.command("/dlq/stop").statusCode()).isEqualTo(200);
    assertThat(first.get()).isEqualTo(503);
    assertThat((Boolean) jmx.getAttribute(bean(), "Running")).isFalse();
    bundle.awaitNothingWaiting();
    assertThat(clickHouse.landed().size() + bundle.parkedCount()).isEqualTo(3);
    assertThat(bundle.parkedCount()).isPositive();
  }

  private long done() throws Exception {
    return (Long) jmx.getAttribute(bean(), "RowsDone");
  }

  private int replaySlowly() {
    try {
      return bundle.command("/dlq/replay?all=true&rate=1").statusCode();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void inJmxTheyAreOperationsOfCamelsDomain() throws Exception {
    assertThat(invoke("list", "table=t&limit=1").get("sequence").asInt()).isEqualTo(1);
    assertThat(
            json((String) jmx.invoke(bean(), "show", new Object[] {2L}, new String[] {"long"}))
                .get("headers")
                .get("Wavehouse-Error-Code")
                .asText())
        .isEqualTo("27");
    clickHouse.script(clickHouse::landing);
    assertThat(invoke("replay", "seq=1").get("replayed").asInt()).isOne();
    assertThat(invoke("purge", "table=t").get("dryRun").asBoolean()).isTrue();
    assertThat(invoke("purge", "table=t&to=2&yes=true").get("purged").asInt()).isOne();
    bundle.awaitNothingWaiting();
    assertThat(clickHouse.landed()).hasSize(1);
    assertThat(bundle.parked()).extracting(parked -> parked.getSeq()).containsExactly(3L);
  }

  @Test
  void overJolokiaTheyAreSeenAndNothingIsChanged() throws Exception {
    String name = bean().getCanonicalName();
    JsonNode found =
        json(
            bundle
                .observe(
                    "/jolokia/search/org.apache.camel:type=services,name=DeadLetterOperations*,*")
                .body());
    assertThat(found.get("value")).hasSize(1);
    JsonNode list = json(bundle.observe("/jolokia/exec/" + name + "/list/table=t").body());
    assertThat(list.get("status").asInt()).as(list.toString()).isEqualTo(200);
    assertThat(list.get("value").asText().lines()).hasSize(3);
    for (Map.Entry<String, String> change :
        Map.of("purge", "yes=true", "replay", "all=true").entrySet()) {
      JsonNode refused =
          json(
              bundle
                  .observe(
                      "/jolokia/exec/" + name + "/" + change.getKey() + "/" + change.getValue())
                  .body());
      assertThat(refused.get("status").asInt()).isEqualTo(403);
    }
    assertThat(bundle.parkedCount()).isEqualTo(3);
  }
}

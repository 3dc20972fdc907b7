package io.wavehouse.ingest.deadletter;

import io.wavehouse.ingest.settings.Settings;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.StaticService;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.service.ServiceSupport;

/**
 * The dead letters in JMX. Each operation takes its words as one text, as in a URL: {@code
 * table=trips&class=rejected&older=1h}.
 */
@ManagedResource(description = "Dead letters: list, show, replay, purge")
public final class DeadLetterOperations extends ServiceSupport implements StaticService {
  private final DeadLetters letters;

  private DeadLetterOperations(DeadLetters letters) {
    this.letters = letters;
  }

  /**
   * Opens the dead letters of a bundle that is yet to start to JMX, where Camel shows no service
   * that comes later, and from its start on over HTTP.
   *
   * @param settings in force
   */
  public static void open(CamelContext camel, Supplier<Settings> settings) {
    DeadLetters letters = new DeadLetters(camel, settings);
    try {
      camel.addService(new DeadLetterOperations(letters));
    } catch (Exception e) {
      throw RuntimeCamelException.wrapRuntimeException(e);
    }
    camel.addLifecycleStrategy(
        new LifecycleStrategySupport() {
          @Override
          public void onContextStarted(CamelContext started) {
            DeadLetterHttp.mount(started, letters);
          }
        });
  }

  @ManagedAttribute(description = "Whether a replay or purge runs")
  public boolean isRunning() {
    return letters.isRunning();
  }

  @ManagedAttribute(description = "Rows that the running or the last replay or purge has done")
  public long getRowsDone() {
    return letters.done();
  }

  @ManagedOperation(description = "Parked rows as JSON, one a line, 1000 at most")
  public String list(String words) throws IOException {
    List<String> rows =
        letters.list(DeadLetterRequest.of(words(words))).stream()
            .map(DeadLetterJson::line)
            .toList();
    return String.join("\n", rows);
  }

  @ManagedOperation(description = "One parked row with headers and payload as JSON")
  public String show(long sequence) throws IOException {
    return letters.show(sequence).map(DeadLetterJson::line).orElse("no such row is parked");
  }

  @ManagedOperation(description = "Publishes rows again; needs seq, a filter or all=true")
  public String replay(String words) throws IOException {
    DeadLetterRequest request = DeadLetterRequest.of(words(words));
    return DeadLetterJson.line(
        DeadLetterJson.outcome("replayed", request.dryRun(), letters.replay(request)));
  }

  @ManagedOperation(description = "Counts rows, and with yes=true removes them for good")
  public String purge(String words) throws IOException {
    DeadLetterRequest request = DeadLetterRequest.of(words(words));
    return DeadLetterJson.line(
        DeadLetterJson.outcome("purged", request.isOnlyCounting(), letters.purge(request)));
  }

  @ManagedOperation(description = "Ends a running replay or purge between two rows")
  public void stopRun() {
    letters.stop();
  }

  private static Map<String, String> words(String text) {
    Map<String, String> words = new TreeMap<>();
    for (String word : text == null ? new String[0] : text.strip().split("&", -1)) {
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      String value = equals < 0 ? "" : word.substring(equals + 1);
      if (!name.isEmpty() && words.put(name, decoded(value)) != null) {
        throw new IllegalArgumentException(EncodedName.encode(name) + " is given twice");
      }
    }
    return words;
  }

  private static String decoded(String value) {
    return URLDecoder.decode(value, StandardCharsets.UTF_8);
  }
}

package io.wavehouse.ingest.deadletter;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.StreamConfiguration;
import io.wavehouse.ingest.jetstream.LossRules;
import io.wavehouse.ingest.settings.Subjects;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The streams the bundle consumes, as the server has them.
 *
 * <p><b>Failure semantics.</b> A row may only be replayed into one of them, and only when it can
 * lose no row: in any other it would wait for nobody, and its parked copy would be gone.
 */
final class IngestStreams {
  // nats-server's server/errors.json
  private static final int STREAM_NOT_FOUND = 10059;

  private final List<StreamConfiguration> streams = new ArrayList<>();
  private final List<String> names;

  /**
   * @param names of the streams; one that does not exist takes nothing
   */
  IngestStreams(Connection connection, List<String> names)
      throws IOException, JetStreamApiException {
    this.names = names;
    JetStreamManagement management = connection.jetStreamManagement();
    for (String name : names) {
      try {
        streams.add(management.getStreamInfo(name).getConfiguration());
      } catch (JetStreamApiException e) {
        if (e.getApiErrorCode() != STREAM_NOT_FOUND) {
          throw e;
        }
      }
    }
  }

  /**
   * The stream that takes a subject.
   *
   * @throws IllegalArgumentException in one line, when none does
   */
  String taking(String subject) {
    if (!Subjects.valid(subject) || subject.contains("*") || subject.contains(">")) {
      throw new IllegalArgumentException(
          "nothing can be published to subject " + EncodedName.encode(subject));
    }
    StreamConfiguration stream =
        streams.stream()
            .filter(s -> s.getSubjects().stream().anyMatch(wide -> Subjects.covers(wide, subject)))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "subject "
                            + EncodedName.encode(subject)
                            + " is captured by no stream of the settings ("
                            + String.join(", ", names)
                            + ")"));
    List<String> broken = LossRules.of(stream);
    if (!broken.isEmpty()) {
      throw new IllegalArgumentException(broken.get(0));
    }
    return stream.getName();
  }
}

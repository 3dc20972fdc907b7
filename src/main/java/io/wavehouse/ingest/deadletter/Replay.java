package io.wavehouse.ingest.deadletter;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.MessageInfo;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Publishes parked rows again, in their order, one at a time.
 *
 * <p><b>Failure semantics.</b> The parked copy is removed after the row was stored, so that an end
 * in between leaves both: run again, the one row is stored at most once more. What fails leaves its
 * copy. A failure of the stream or the connection ends the run, since the next row would meet it
 * too. Rows parked while it runs are left for the next run, so that a row that is still bad is not
 * replayed in circles.
 */
public final class Replay {
  /** Reasons kept; more say nothing new. */
  private static final int MOST_REASONS = 20;

  private final ParkedStream parked;
  private final IngestStreams streams;
  private final Republisher republisher;
  private final long maxPayload;
  private final Set<String> reasons = new LinkedHashSet<>();
  private long done;
  private long left;
  private String stopped;

  /**
   * @param ingest names of the streams that rows may go back to
   */
  public Replay(
      Connection connection, ParkedStream parked, List<String> ingest, Republisher republisher)
      throws IOException, JetStreamApiException {
    this.parked = parked;
    this.streams = new IngestStreams(connection, ingest);
    this.republisher = republisher;
    this.maxPayload = connection.getMaxPayload();
  }

  /**
   * Replays what fits, once for each object.
   *
   * @param now the moment ages are reckoned from
   */
  public Outcome run(DeadLetterRequest request, Instant now, Pace pace, Progress progress)
      throws IOException, JetStreamApiException, InterruptedException {
    if (!parked.isDeletable()) {
      throw new IOException(
          "stream "
              + parked.name()
              + " denies deletion, so a replayed row would stay parked; nothing is replayed");
    }
    Way way = new Way(parked.span(), request.filter());
    parked.scan(
        request.filter(),
        way.span(),
        letter -> {
          if (request.filter().test(letter, now)) {
            replay(letter, request.dryRun(), pace);
          }
          if (stopped == null && !progress.at(way.fraction(letter.sequence()), done)) {
            stopped = "told to stop";
          }
          return stopped == null;
        });
    return new Outcome(done, left, List.copyOf(reasons), Optional.ofNullable(stopped));
  }

  private void replay(DeadLetter letter, boolean dryRun, Pace pace) throws InterruptedException {
    String subject = letter.origin().orElse("");
    String stream;
    try {
      if (subject.isEmpty()) {
        throw new IllegalArgumentException(
            "row " + letter.sequence() + " has no header " + ParkedHeaders.SUBJECT);
      }
      stream = streams.taking(subject);
    } catch (IllegalArgumentException e) {
      leave(e.getMessage());
      return;
    }
    if (dryRun) {
      done++;
      return;
    }
    pace.await();
    try {
      Optional<MessageInfo> copy = parked.get(letter.sequence());
      if (copy.isPresent()) {
        republisher.publish(
            new Republication(copy.get(), parked.name(), subject, stream, maxPayload));
        remove(letter);
      }
    } catch (IOException | JetStreamApiException e) {
      stopped = "row " + letter.sequence() + " stays parked: " + e.getMessage();
    }
  }

  private void remove(DeadLetter letter) {
    try {
      parked.delete(letter.sequence());
      done++;
    } catch (IOException | JetStreamApiException e) {
      stopped =
          "row "
              + letter.sequence()
              + " was replayed, but its parked copy is still there: "
              + e.getMessage();
    }
  }

  private void leave(String reason) {
    left++;
    if (reasons.size() < MOST_REASONS) {
      reasons.add(reason);
    }
  }
}

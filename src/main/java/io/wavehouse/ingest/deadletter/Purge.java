package io.wavehouse.ingest.deadletter;

import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Removes parked rows for good.
 *
 * <p><b>Failure semantics.</b> The only way a parked row is lost, and so only what was asked for
 * with yes goes: without it rows are counted. Rows parked while it runs stay.
 */
public final class Purge {
  private final ParkedStream parked;
  private long done;
  private String stopped;

  public Purge(ParkedStream parked) {
    this.parked = parked;
  }

  /**
   * Removes, or counts, what fits; once for each object.
   *
   * @param now the moment ages are reckoned from
   */
  public Outcome run(DeadLetterRequest request, Instant now, Progress progress)
      throws IOException, JetStreamApiException, InterruptedException {
    boolean remove = !request.isOnlyCounting();
    Way way = new Way(parked.span(), request.filter());
    parked.scan(
        request.filter(),
        way.span(),
        letter -> {
          if (request.filter().test(letter, now)) {
            purge(letter, remove);
          }
          if (stopped == null && !progress.at(way.fraction(letter.sequence()), done)) {
            stopped = "told to stop";
          }
          return stopped == null;
        });
    return new Outcome(done, 0, List.of(), Optional.ofNullable(stopped));
  }

  private void purge(DeadLetter letter, boolean remove) {
    try {
      if (!remove || parked.delete(letter.sequence())) {
        done++;
      }
    } catch (IOException | JetStreamApiException e) {
      stopped = "row " + letter.sequence() + " is still parked: " + e.getMessage();
    }
  }
}

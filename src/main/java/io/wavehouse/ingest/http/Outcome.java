package io.wavehouse.ingest.http;

import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;

/**
 * What became of a request.
 *
 * @param status of the answer
 * @param error what to do, in one line; empty when all went well
 * @param record the first that is not stored, if one is to blame
 * @param refused records that were read and are not stored
 */
record Outcome(int status, String error, OptionalLong record, long refused) {

  static Outcome of(Exception failure, Optional<Records> records) {
    long missing = records.map(Records::missing).orElse(0L);
    if (failure == null) {
      return new Outcome(200, "", OptionalLong.empty(), 0);
    } else if (failure instanceof RefusedException e) {
      return new Outcome(e.status(), e.getMessage(), OptionalLong.empty(), missing);
    } else if (failure instanceof BadRecordException e) {
      return new Outcome(e.status(), e.getMessage(), OptionalLong.of(e.record()), missing + 1);
    }
    OptionalLong first =
        records.map(r -> OptionalLong.of(r.firstMissing())).orElse(OptionalLong.empty());
    if (failure instanceof UnreadableBodyException e) {
      return new Outcome(e.status(), e.getMessage(), first, missing);
    } else if (failure instanceof JetStreamApiException e) {
      String stream = records.map(r -> r.destination().stream()).orElse("");
      return unavailable("stream " + stream + ": " + e.getErrorDescription(), first, missing);
    } else if (failure instanceof IOException || failure instanceof CancellationException) {
      return unavailable(
          failure.getMessage() == null ? "no PubAck" : failure.getMessage(), first, missing);
    }
    return new Outcome(500, "failed; the log of the bundle says why", first, missing);
  }

  private static Outcome unavailable(String why, OptionalLong first, long missing) {
    return new Outcome(
        503, why.lines().findFirst().orElse("") + "; send it again later", first, missing);
  }
}

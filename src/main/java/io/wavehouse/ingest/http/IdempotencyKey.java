package io.wavehouse.ingest.http;

import io.wavehouse.ingest.batch.Target;
import java.util.List;
import java.util.Optional;

/**
 * What a client gives so that a request can be repeated: the stream takes each of its records once.
 * A stream knows ids, not tables, so the id of a message is {@code <tenant>/<table>/<key>/<index>},
 * each part percent-encoded so that no two are alike.
 */
final class IdempotencyKey {
  static final String HEADER = "Idempotency-Key";
  private static final int MAX_LENGTH = 255;

  private IdempotencyKey() {}

  /** The ids of a request's records but for the index. */
  static Optional<String> idPrefix(List<String> values, Target target) throws RefusedException {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    String key = values.get(0);
    if (values.size() > 1
        || key.isEmpty()
        || key.length() > MAX_LENGTH
        || key.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new RefusedException(
          400, HEADER + " must be one value of 1 to 255 printable ASCII characters");
    }
    return Optional.of(
        Target.token(target.tenant())
            + "/"
            + Target.token(target.table())
            + "/"
            + Target.token(key)
            + "/");
  }
}

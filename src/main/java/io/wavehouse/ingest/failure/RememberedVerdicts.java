package io.wavehouse.ingest.failure;

import io.wavehouse.ingest.jetstream.MessageId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Verdicts on rows that went back because the dead letters could not take them, so that they are
 * not searched for again each time they come. Forgetting one costs requests only.
 */
public final class RememberedVerdicts {
  /** A whole window of the longest messages would be as large as all rows in hand. */
  private static final int MAX_MESSAGE = 500;

  private final IntSupplier most;
  private final Map<MessageId, Verdict> verdicts = new LinkedHashMap<>();

  /**
   * @param most verdicts kept, now; the oldest go first
   */
  public RememberedVerdicts(IntSupplier most) {
    this.most = most;
  }

  synchronized void remember(MessageId id, Verdict verdict) {
    verdicts.put(id, verdict.shortened(MAX_MESSAGE));
    if (verdicts.size() > most.getAsInt()) {
      verdicts.remove(verdicts.keySet().iterator().next());
    }
  }

  /** The verdict, once: whoever parks the row in vain remembers it again. */
  synchronized Optional<Verdict> take(MessageId id) {
    return verdicts.isEmpty() ? Optional.empty() : Optional.ofNullable(verdicts.remove(id));
  }
}

package io.wavehouse.ingest.jetstream;

/** Told when a consumer has ended for good; found in the registry by its type, if there is one. */
@FunctionalInterface
public interface ConsumerEnd {
  /**
   * Called once.
   *
   * @param consumer the durable's name
   * @param why in one line
   */
  void ended(String consumer, String why);
}

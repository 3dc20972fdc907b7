package io.wavehouse.ingest.deadletter;

/** How far a run has come, by sequences: how many rows fit is known only at its end. */
record Way(ParkedStream.Span span, long first, long last) {
  Way(ParkedStream.Span span, DeadLetterFilter filter) {
    this(span, Math.max(filter.from(), span.first()), Math.min(filter.to(), span.last()));
  }

  double fraction(long sequence) {
    return last <= first ? 1 : (double) (sequence - first + 1) / (last - first + 1);
  }
}

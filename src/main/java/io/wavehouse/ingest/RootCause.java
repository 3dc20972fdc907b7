package io.wavehouse.ingest;

/** What went wrong first, beneath what Camel wraps around it. */
final class RootCause {
  private RootCause() {}

  static Throwable of(Throwable e) {
    return e.getCause() == null ? e : of(e.getCause());
  }
}

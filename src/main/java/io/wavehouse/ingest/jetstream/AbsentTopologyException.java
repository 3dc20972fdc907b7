package io.wavehouse.ingest.jetstream;

import java.io.IOException;

/** A stream or consumer that must exist does not yet. */
final class AbsentTopologyException extends IOException {
  private static final long serialVersionUID = 1L;

  AbsentTopologyException(String message) {
    super(message);
  }
}

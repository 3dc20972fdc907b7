package io.wavehouse.ingest.support;

import java.nio.file.Path;

/**
 * Where a server lives.
 *
 * @param data its folder, kept at the end; null for a temporary one
 * @param port fixed over restarts; 0 for any free one
 */
public record ServerPlace(Path data, int port) {
  /** A temporary folder and a free port. */
  public static ServerPlace anywhere() {
    return new ServerPlace(null, 0);
  }

  int portOrFree() {
    return port == 0 ? FreePort.next() : port;
  }
}

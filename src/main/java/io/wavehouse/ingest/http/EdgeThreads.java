package io.wavehouse.ingest.http;

import io.vertx.core.VertxOptions;

/**
 * The threads of the HTTP servers. A request of the edge keeps one from its first record to its
 * answer, be that a second or an hour: which is no blocked thread to warn of.
 */
public final class EdgeThreads {
  private static final int COUNT = 32;

  private EdgeThreads() {}

  /** For the registry, where camel-platform-http looks for them. */
  public static VertxOptions options() {
    return new VertxOptions().setWorkerPoolSize(COUNT).setMaxWorkerExecuteTime(Long.MAX_VALUE);
  }
}

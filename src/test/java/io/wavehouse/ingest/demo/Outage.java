package io.wavehouse.ingest.demo;

import io.wavehouse.ingest.support.ClickHouseServer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Takes ClickHouse away with SIGKILL and brings it back on the same port with the same data. */
final class Outage {
  private final ClickHouseServer server;
  private final Progress progress;
  private volatile boolean away;

  Outage(ClickHouseServer server, Progress progress) {
    this.server = server;
    this.progress = progress;
  }

  boolean away() {
    return away;
  }

  void run(Duration length) {
    away = true;
    progress.say("ClickHouse is killed, for " + length.toSeconds() + " s");
    server.kill();
    long end = System.nanoTime() + length.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    server.start();
    away = false;
    progress.say("ClickHouse is back");
  }
}

package io.wavehouse.ingest;

import org.apache.camel.main.Main;

/** Starts the bundle: Camel routes from NATS JetStream into ClickHouse. */
public final class WaveHouse {
  private WaveHouse() {}

  public static void main(String[] args) throws Exception {
    new Main(WaveHouse.class).run(args);
  }
}

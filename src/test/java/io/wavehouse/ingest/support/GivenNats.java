package io.wavehouse.ingest.support;

import java.net.URI;

/** The NATS server that {@code WAVEHOUSE_NATS_SERVERS} names. */
public final class GivenNats extends GivenServer implements NatsServer {
  static final String VARIABLE = "WAVEHOUSE_NATS_SERVERS";
  private static final int NATS_PORT = 4222;
  private final String servers;

  /**
   * @param servers one address, {@code nats://host:port}, or a comma list of them
   */
  public GivenNats(String servers) {
    super(VARIABLE);
    this.servers = servers;
  }

  @Override
  public String url() {
    return servers;
  }

  @Override
  public String describe() {
    return "NATS as given by " + VARIABLE + " at " + servers.replaceAll("//[^@,]*@", "//");
  }

  /** Fails at once when the first of them does not greet. */
  @Override
  public void start() {
    String first = servers.split(",", 2)[0].strip();
    URI uri = URI.create(first.contains("://") ? first : "nats://" + first);
    int port = uri.getPort() < 0 ? NATS_PORT : uri.getPort();
    if (!NatsGreeting.from(uri.getHost(), port)) {
      throw new IllegalStateException(describe() + " does not answer; start it or unset it");
    }
  }
}

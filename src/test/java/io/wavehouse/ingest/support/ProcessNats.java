package io.wavehouse.ingest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The installed {@code nats-server} with JetStream, as a process of its own. */
public final class ProcessNats extends OwnProcess implements NatsServer {
  private static final String BINARY = "nats-server";
  private static final String HOST = "127.0.0.1";

  private final int port;
  private final int monitorPort;

  public ProcessNats() {
    this(ServerPlace.anywhere(), "");
  }

  /**
   * @param extraConfig further lines of nats-server's configuration, such as {@code max_payload:
   *     4096}; empty for none
   */
  public ProcessNats(ServerPlace place, String extraConfig) {
    this(ServerFolder.of(place, "nats"), place.portOrFree(), FreePort.next(), extraConfig);
  }

  private ProcessNats(ServerFolder folder, int port, int monitorPort, String extraConfig) {
    super(folder, BINARY, command(folder, port, monitorPort, extraConfig));
    this.port = port;
    this.monitorPort = monitorPort;
  }

  /** A server that refuses messages of more bytes than this, headers included. */
  public static ProcessNats withMaxPayload(int bytes) {
    return new ProcessNats(ServerPlace.anywhere(), "max_payload: " + bytes);
  }

  private static List<String> command(
      ServerFolder folder, int port, int monitorPort, String extraConfig) {
    Path binary = Executable.require(BINARY, BINARY);
    Path config = folder.resolve("nats.conf");
    String lines =
        """
        listen: "%1$s:%2$d"
        http: "%1$s:%3$d"
        jetstream { store_dir: "%4$s" }
        %5$s
        """
            .formatted(HOST, port, monitorPort, folder.resolve("jetstream"), extraConfig);
    try {
      Files.writeString(config, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + config, e);
    }
    return List.of(binary.toString(), "-c", config.toString());
  }

  @Override
  boolean answers() {
    return NatsGreeting.from(HOST, port);
  }

  @Override
  public String url() {
    return "nats://" + HOST + ":" + port;
  }

  /** Of the HTTP monitoring interface ({@code /varz}, {@code /jsz}). */
  public URI monitorUrl() {
    return URI.create("http://" + HOST + ":" + monitorPort);
  }

  @Override
  public String describe() {
    return "NATS, the installed nats-server, at " + url();
  }
}

package io.wavehouse.ingest.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The installed {@code nats-server} with JetStream, as a process of its own. */
public final class ProcessNats implements NatsServer {
  private static final String BINARY = "nats-server";

  private final ServerFolder folder;
  private final int port;
  private final int monitorPort = FreePort.next();
  private final ServerProcess process;

  public ProcessNats() {
    this(ServerPlace.anywhere(), "");
  }

  /**
   * @param extraConfig further lines of nats-server's configuration, such as {@code max_payload:
   *     4096}; empty for none
   */
  public ProcessNats(ServerPlace place, String extraConfig) {
    Path binary = binary();
    if (binary == null) {
      throw new IllegalStateException(
          "NATS: no nats-server on the PATH; install the Debian package nats-server");
    }
    this.folder = ServerFolder.of(place, "nats");
    this.port = place.portOrFree();
    Path config = folder.resolve("nats.conf");
    String lines =
        """
        listen: "127.0.0.1:%d"
        http: "127.0.0.1:%d"
        jetstream { store_dir: "%s" }
        %s
        """
            .formatted(port, monitorPort, folder.resolve("jetstream"), extraConfig);
    try {
      Files.writeString(config, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + config, e);
    }
    List<String> command = List.of(binary.toString(), "-c", config.toString());
    this.process = new ServerProcess(BINARY, command, folder.resolve("nats.log"));
  }

  /** A server that refuses messages of more bytes than this, headers included. */
  public static ProcessNats withMaxPayload(int bytes) {
    return new ProcessNats(ServerPlace.anywhere(), "max_payload: " + bytes);
  }

  static boolean installed() {
    return binary() != null;
  }

  /** On the PATH, or where Debian puts servers, which a user's PATH may leave out. */
  private static Path binary() {
    String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
    return Stream.of(path.split(File.pathSeparator))
        .map(folder -> Path.of(folder, BINARY))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  @Override
  public String url() {
    return "nats://127.0.0.1:" + port;
  }

  /** Of the HTTP monitoring interface ({@code /varz}, {@code /jsz}). */
  public URI monitorUrl() {
    return URI.create("http://127.0.0.1:" + monitorPort);
  }

  @Override
  public String describe() {
    return "nats-server from the PATH at " + url();
  }

  @Override
  public void start() {
    process.start(() -> NatsGreeting.from("127.0.0.1", port));
  }

  @Override
  public void stop() {
    process.stop();
  }

  @Override
  public void kill() {
    process.kill();
  }

  @Override
  public void pause() {
    process.pause();
  }

  @Override
  public void resume() {
    process.resume();
  }

  @Override
  public void close() {
    process.stop();
    folder.close();
  }
}

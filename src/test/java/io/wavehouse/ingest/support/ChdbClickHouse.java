package io.wavehouse.ingest.support;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * ClickHouse 26.7 as the embedded engine chDB in a process of its own, behind {@link
 * ChdbHttpServer}. Two users: {@code default} without a password, and {@link #user()} with one.
 */
public final class ChdbClickHouse implements ClickHouseServer {
  private static final String USER = "wavehouse";
  private static final String PASSWORD = "not-a-secret";

  private final ServerFolder folder;
  private final int port;
  private final ServerProcess process;
  private final ClickHouseHttp client;

  public ChdbClickHouse() {
    this(ServerPlace.anywhere(), System.getProperty("java.class.path"));
  }

  /**
   * @param classpath of the child JVM: this project's test classes and JNA
   */
  public ChdbClickHouse(ServerPlace place, String classpath) {
    Path library = ChdbLibraryFile.findOrInstall();
    this.folder = ServerFolder.of(place, "clickhouse");
    this.port = place.portOrFree();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx768m", "-XX:+UseSerialGC", "-cp", classpath));
    command.add(ChdbHttpServer.class.getName());
    command.addAll(List.of("--port", Integer.toString(port)));
    command.addAll(List.of("--data", folder.resolve("data").toString()));
    command.addAll(List.of("--library", library.toString()));
    command.addAll(List.of("--user", USER + ":" + PASSWORD));
    // So that a table's CHECK can earn any code; the statement itself cannot ask for it.
    command.addAll(List.of("--setting", "allow_custom_error_code_in_throwif=1"));
    this.process = new ServerProcess("chDB", command, folder.resolve("clickhouse.log"));
    this.client = new ClickHouseHttp(url(), USER, PASSWORD);
  }

  @Override
  public URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }

  @Override
  public String user() {
    return USER;
  }

  @Override
  public String password() {
    return PASSWORD;
  }

  @Override
  public String version() {
    return query("SELECT version()");
  }

  @Override
  public String describe() {
    return "ClickHouse 26.7, the embedded engine chDB behind HTTP at " + url();
  }

  @Override
  public void start() {
    process.start(client::ping);
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
  public String query(String sql) {
    return client.query(sql);
  }

  @Override
  public void close() {
    process.stop();
    folder.close();
  }
}

package io.wavehouse.ingest.support;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * ClickHouse 26.7 as the embedded engine chDB in a process of its own, behind {@link
 * ChdbHttpServer}. Two users: {@code default} without a password, and {@link #user()} with one.
 */
public final class ChdbClickHouse extends OwnProcess implements ClickHouseServer {
  private static final String USER = "wavehouse";
  private static final String PASSWORD = "not-a-secret";

  private final ClickHouseHttp client;

  public ChdbClickHouse() {
    this(ServerPlace.anywhere(), System.getProperty("java.class.path"));
  }

  /**
   * @param classpath of the child JVM: this project's test classes and JNA
   */
  public ChdbClickHouse(ServerPlace place, String classpath) {
    this(
        ServerFolder.of(place, "clickhouse"),
        place.portOrFree(),
        classpath,
        ChdbLibraryFile.findOrInstall());
  }

  private ChdbClickHouse(ServerFolder folder, int port, String classpath, Path library) {
    super(folder, "clickhouse-chdb", command(folder, port, classpath, library));
    URI url = URI.create("http://127.0.0.1:" + port);
    this.client = new ClickHouseHttp(url, USER, PASSWORD);
  }

  private static List<String> command(
      ServerFolder folder, int port, String classpath, Path library) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx1g",
        "-XX:+UseSerialGC",
        "-cp",
        classpath,
        ChdbHttpServer.class.getName(),
        "--port",
        Integer.toString(port),
        "--data",
        folder.resolve("data").toString(),
        "--library",
        library.toString(),
        "--user",
        USER + ":" + PASSWORD,
        // So that a table's CHECK can earn any code; the statement itself cannot ask for it.
        "--setting",
        "allow_custom_error_code_in_throwif=1");
  }

  @Override
  boolean answers() {
    return client.ping();
  }

  @Override
  public URI url() {
    return client.url();
  }

  @Override
  public String user() {
    return client.user();
  }

  @Override
  public String password() {
    return client.password();
  }

  @Override
  public String version() {
    return query("SELECT version()");
  }

  @Override
  public String describe() {
    return "ClickHouse 26.7, the embedded engine chDB behind HTTP, at " + url();
  }

  @Override
  public String query(String sql) {
    return client.query(sql);
  }
}

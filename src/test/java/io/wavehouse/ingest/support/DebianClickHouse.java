package io.wavehouse.ingest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The Debian package's {@code clickhouse-server} (18.16), the oldest server in the field, as a
 * process of its own. Two users: {@code default} without a password, and {@link #user()} with one.
 */
public final class DebianClickHouse extends OwnProcess implements ClickHouseServer {
  private static final String BINARY = "clickhouse-server";
  private static final String USER = "wavehouse";
  private static final String PASSWORD = "not-a-secret";

  private final ClickHouseHttp client;

  public DebianClickHouse() {
    this(ServerPlace.anywhere());
  }

  public DebianClickHouse(ServerPlace place) {
    this(ServerFolder.of(place, "clickhouse-debian"), place.portOrFree());
  }

  private DebianClickHouse(ServerFolder folder, int port) {
    super(folder, "clickhouse-debian", command(folder, port));
    URI url = URI.create("http://127.0.0.1:" + port);
    this.client = new ClickHouseHttp(url, USER, PASSWORD);
  }

  private static List<String> command(ServerFolder folder, int port) {
    Path binary = Executable.require(BINARY, BINARY);
    Path config = folder.resolve("config.xml");
    try {
      Files.writeString(config, config(folder, port));
      Files.writeString(folder.resolve("users.xml"), users());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the configuration in " + folder.path(), e);
    }
    return List.of(binary.toString(), "--config-file=" + config);
  }

  private static String config(ServerFolder folder, int port) {
    return """
        <yandex>
          <logger><level>warning</level><console>1</console></logger>
          <listen_host>127.0.0.1</listen_host>
          <http_port>%d</http_port>
          <tcp_port>%d</tcp_port>
          <keep_alive_timeout>3</keep_alive_timeout>
          <max_concurrent_queries>100</max_concurrent_queries>
          <mark_cache_size>67108864</mark_cache_size>
          <path>%s/</path>
          <tmp_path>%s/</tmp_path>
          <users_config>users.xml</users_config>
          <default_profile>default</default_profile>
          <default_database>default</default_database>
          <timezone>UTC</timezone>
        </yandex>
        """
        .formatted(port, FreePort.next(), folder.resolve("data"), folder.resolve("tmp"));
  }

  private static String users() {
    return """
        <yandex>
          <profiles><default><max_memory_usage>10000000000</max_memory_usage></default></profiles>
          <quotas><default/></quotas>
          <users>
            <default>
              <password></password><networks><ip>::/0</ip></networks>
              <profile>default</profile><quota>default</quota>
            </default>
            <%1$s>
              <password>%2$s</password><networks><ip>::/0</ip></networks>
              <profile>default</profile><quota>default</quota>
            </%1$s>
          </users>
        </yandex>
        """
        .formatted(USER, PASSWORD);
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
    return "ClickHouse 18.16, the Debian package's server, at " + url();
  }

  @Override
  public String query(String sql) {
    return client.query(sql);
  }
}

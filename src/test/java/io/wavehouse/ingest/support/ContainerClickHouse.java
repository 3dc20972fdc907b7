package io.wavehouse.ingest.support;

import java.net.URI;
import org.testcontainers.clickhouse.ClickHouseContainer;
import org.testcontainers.utility.DockerImageName;

/** ClickHouse in a container, from the image {@code wavehouse.image.clickhouse} names. */
public final class ContainerClickHouse extends OwnContainer implements ClickHouseServer {
  private static final String OFFICIAL = "clickhouse/clickhouse-server";
  private static final int PORT = 8123;
  private static final String USER = "wavehouse";
  private static final String PASSWORD = "not-a-secret";

  public ContainerClickHouse() {
    this(ServerPlace.anywhere());
  }

  /** Only the port of the place counts: the data live in the container. */
  public ContainerClickHouse(ServerPlace place) {
    super(container(), place.portOrFree(), PORT);
  }

  private static ClickHouseContainer container() {
    String image = ContainerImage.CLICKHOUSE.imageName();
    return new ClickHouseContainer(DockerImageName.parse(image).asCompatibleSubstituteFor(OFFICIAL))
        .withUsername(USER)
        .withPassword(PASSWORD);
  }

  private ClickHouseHttp client() {
    return new ClickHouseHttp(url(), USER, PASSWORD);
  }

  @Override
  boolean answers() {
    return client().ping();
  }

  @Override
  public URI url() {
    return URI.create("http://" + host() + ":" + port());
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
    return "ClickHouse, container of "
        + ContainerImage.CLICKHOUSE.imageName()
        + ", at port "
        + port();
  }

  @Override
  public String query(String sql) {
    return client().query(sql);
  }
}

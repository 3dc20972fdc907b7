package io.wavehouse.ingest.support;

import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** NATS with JetStream in a container, from the image {@code wavehouse.image.nats} names. */
public final class ContainerNats extends OwnContainer implements NatsServer {
  private static final int PORT = 4222;
  private static final String CONFIG = "/wavehouse-nats.conf";

  public ContainerNats() {
    this(ServerPlace.anywhere(), "");
  }

  /**
   * @param place only its port counts: the streams live in the container
   * @param extraConfig further lines of nats-server's configuration; empty for none
   */
  public ContainerNats(ServerPlace place, String extraConfig) {
    super(container(extraConfig), place.portOrFree(), PORT);
  }

  private static GenericContainer<?> container(String extraConfig) {
    String config =
        "port: " + PORT + "\njetstream { store_dir: \"/wavehouse-jetstream\" }\n" + extraConfig;
    return new GenericContainer<>(DockerImageName.parse(ContainerImage.NATS.imageName()))
        .withExposedPorts(PORT)
        .withCopyToContainer(Transferable.of(config), CONFIG)
        .withCommand("-c", CONFIG);
  }

  @Override
  boolean answers() {
    return NatsGreeting.from(host(), port());
  }

  @Override
  public String url() {
    return "nats://" + host() + ":" + port();
  }

  @Override
  public String describe() {
    return "NATS, container of " + ContainerImage.NATS.imageName() + ", at port " + port();
  }
}

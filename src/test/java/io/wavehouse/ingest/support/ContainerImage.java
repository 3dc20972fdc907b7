package io.wavehouse.ingest.support;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;

/** An image by its name, and whether a container can be made of it here. */
enum ContainerImage {
  NATS("wavehouse.image.nats", "WAVEHOUSE_IMAGE_NATS", "nats:2.10"),
  CLICKHOUSE(
      "wavehouse.image.clickhouse",
      "WAVEHOUSE_IMAGE_CLICKHOUSE",
      "clickhouse/clickhouse-server:25.3");

  private static final long PULL_SECONDS = 300;

  private final String property;
  private final String variable;
  private final String official;

  ContainerImage(String property, String variable, String official) {
    this.property = property;
    this.variable = variable;
    this.official = official;
  }

  /** From the system property, else the environment variable, else the official image. */
  String imageName() {
    String named = System.getProperty(property, System.getenv(variable));
    return named == null || named.isBlank() ? official : named;
  }

  /** Empty when it is here, or has just been pulled; else why not, in a few words. */
  Optional<String> whyNot() {
    if (!dockerIsNamed()) {
      return Optional.of("no Docker socket");
    }
    // A client of our own: asking Testcontainers for one pulls its reaper's image first, and where
    // no image can be pulled that takes minutes.
    try (DockerClient docker = DockerClientProviderStrategy.getClientForConfig(transport())) {
      return isLocal(docker) || pulled(docker)
          ? Optional.empty()
          : Optional.of("pulling image " + imageName() + " took too long");
    } catch (IOException | RuntimeException e) {
      return Optional.of("no image " + imageName() + ": " + firstLine(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while pulling " + imageName(), e);
    }
  }

  private static TransportConfig transport() {
    return DockerClientFactory.instance().getTransportConfig();
  }

  /** Asked first, because Testcontainers takes seconds and many log lines to find no Docker. */
  private static boolean dockerIsNamed() {
    return System.getenv("DOCKER_HOST") != null
        || Files.exists(Path.of("/var/run/docker.sock"))
        || Files.exists(Path.of(System.getProperty("user.home"), ".testcontainers.properties"));
  }

  private boolean isLocal(DockerClient docker) {
    try {
      docker.inspectImageCmd(imageName()).exec();
      return true;
    } catch (NotFoundException absent) {
      return false;
    }
  }

  private boolean pulled(DockerClient docker) throws InterruptedException {
    System.out.println("Pulling image " + imageName());
    return docker.pullImageCmd(imageName()).start().awaitCompletion(PULL_SECONDS, TimeUnit.SECONDS);
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}

package io.wavehouse.ingest.support;

import com.github.dockerjava.api.DockerClient;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.testcontainers.containers.GenericContainer;

/**
 * A server in a container of ours. Its port on this machine is fixed, so that it is the same after
 * a stop and a start; its data live in the container and go with it.
 */
abstract class OwnContainer implements RealServer {
  private static final Duration START = Duration.ofSeconds(60);
  private static final int TERM_SECONDS = 15;

  private final GenericContainer<?> container;
  private final int port;
  private boolean running;
  private boolean paused;

  OwnContainer(GenericContainer<?> container, int port, int containerPort) {
    this.container = container;
    this.port = port;
    container.setPortBindings(List.of(port + ":" + containerPort));
    // The image was looked for before; a container is never the reason for a pull.
    container.withImagePullPolicy(image -> false);
  }

  /** Whether it takes requests now. */
  abstract boolean answers();

  /** Where its port is: the Docker host, which need not be this machine. */
  final String host() {
    return container.getHost();
  }

  final int port() {
    return port;
  }

  @Override
  public synchronized void start() {
    if (running) {
      return;
    }
    if (container.getContainerId() == null) {
      container.start();
    } else {
      docker().startContainerCmd(container.getContainerId()).exec();
    }
    running = true;
    Awaitility.await(describe()).atMost(START).ignoreExceptions().until(this::answers);
  }

  @Override
  public synchronized void stop() {
    if (running) {
      resume();
      docker().stopContainerCmd(container.getContainerId()).withTimeout(TERM_SECONDS).exec();
      running = false;
    }
  }

  @Override
  public synchronized void kill() {
    if (running) {
      resume();
      docker().killContainerCmd(container.getContainerId()).exec();
      docker().waitContainerCmd(container.getContainerId()).start().awaitStatusCode();
      running = false;
    }
  }

  @Override
  public synchronized void pause() {
    docker().pauseContainerCmd(container.getContainerId()).exec();
    paused = true;
  }

  @Override
  public synchronized void resume() {
    if (paused) {
      docker().unpauseContainerCmd(container.getContainerId()).exec();
      paused = false;
    }
  }

  private DockerClient docker() {
    return container.getDockerClient();
  }

  @Override
  public void close() {
    resume();
    container.stop();
    running = false;
  }
}

package io.wavehouse.ingest.support;

import java.util.List;

/** A server that is a process of ours with a folder of its own. */
abstract class OwnProcess implements RealServer {
  private final ServerFolder folder;
  private final ServerProcess process;

  OwnProcess(ServerFolder folder, String name, List<String> command) {
    this.folder = folder;
    this.process = new ServerProcess(name, command, folder.resolve(name + ".log"));
  }

  /** Whether it takes requests now. */
  abstract boolean answers();

  @Override
  public void start() {
    process.start(this::answers);
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

package io.wavehouse.ingest.support;

/** A server that somebody else runs: it is used, and never taken away. */
abstract class GivenServer implements RealServer {
  private final String variable;

  GivenServer(String variable) {
    this.variable = variable;
  }

  @Override
  public void stop() {
    throw notOurs("stopped");
  }

  @Override
  public void kill() {
    throw notOurs("killed");
  }

  @Override
  public void pause() {
    throw notOurs("paused");
  }

  @Override
  public void resume() {
    throw notOurs("resumed");
  }

  private IllegalStateException notOurs(String done) {
    return new IllegalStateException(
        "the server given by "
            + variable
            + " cannot be "
            + done
            + " from here; unset it to use a server of our own");
  }

  @Override
  public void close() {}
}

package io.wavehouse.ingest;

import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.MainListenerSupport;

/**
 * Ends the process with 0 once a bundle that had started is drained. The JVM would report a SIGTERM
 * as 143, which a supervisor takes for a failure; a hook can change that only by halting. A bundle
 * that never started keeps its own exit code.
 */
final class DrainedExit extends MainListenerSupport {
  private volatile boolean started;

  @Override
  public void afterStart(BaseMainSupport main) {
    started = true;
  }

  @Override
  public void afterStop(BaseMainSupport main) {
    if (started) {
      Runtime.getRuntime().halt(0);
    }
  }
}

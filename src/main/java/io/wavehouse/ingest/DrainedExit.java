package io.wavehouse.ingest;

import io.wavehouse.ingest.jetstream.ConsumerEnd;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process once the bundle is drained: with 0 when it was told to stop, with 1 when its
 * consumer ended for good, so that a supervisor starts it again. The JVM would report a SIGTERM as
 * 143, which a supervisor takes for a failure; a hook can change that only by halting. A bundle
 * that never started keeps its own exit code.
 */
final class DrainedExit extends MainListenerSupport implements ConsumerEnd {
  private static final Logger LOG = LoggerFactory.getLogger(DrainedExit.class);
  private final AtomicInteger exitCode = new AtomicInteger();
  private final Main main;
  private volatile boolean started;

  DrainedExit(Main main) {
    this.main = main;
  }

  @Override
  public void ended(String consumer, String why) {
    if (exitCode.compareAndSet(0, 1)) {
      LOG.error("consumer {} has ended: {}; draining, then exit 1", consumer, why);
      main.completed();
    }
  }

  @Override
  public void afterStart(BaseMainSupport support) {
    started = true;
  }

  @Override
  public void afterStop(BaseMainSupport support) {
    if (started) {
      Runtime.getRuntime().halt(exitCode.get());
    }
  }
}

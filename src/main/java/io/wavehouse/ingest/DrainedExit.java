package io.wavehouse.ingest;

import io.wavehouse.ingest.jetstream.ConsumerEnd;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.spi.ShutdownStrategy;
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

  /** What stopping takes beside the drain; after it the JVM ends as it is, with 143. */
  private static final long AFTER_DRAIN_MILLIS = 10_000;

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

  /**
   * The JVM ends, with 143, once every hook has returned. Camel's returns when the context is gone,
   * and that may be before the main thread has left its stop: so a hook of ours waits for the halt.
   */
  @Override
  public void afterStart(BaseMainSupport support) {
    started = true;
    ShutdownStrategy drain = support.getCamelContext().getShutdownStrategy();
    long patience = drain.getTimeUnit().toMillis(drain.getTimeout()) + AFTER_DRAIN_MILLIS;
    Thread starter = Thread.currentThread();
    Thread hook = new Thread(() -> waitFor(starter, patience), "drained-exit");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      // Told to stop during the start: Camel's hook is at it. Thrown on, it would end in
      // System.exit, which waits for that hook, while the hook waits for this thread.
      LOG.info("told to stop during the start: draining");
    }
  }

  @Override
  public void afterStop(BaseMainSupport support) {
    if (started) {
      Runtime.getRuntime().halt(exitCode.get());
    }
  }

  /** Whether the JVM is ending: only then does it refuse a hook. */
  static boolean isJvmEnding() {
    Thread hook = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private static void waitFor(Thread starter, long millis) {
    try {
      starter.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

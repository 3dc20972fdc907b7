package io.wavehouse.ingest;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.support.LifecycleStrategySupport;

/** Looks at the settings once a second, from when all routes have started until they stop. */
final class SettingsLooks extends LifecycleStrategySupport {
  private final SettingsReload reload;
  private ScheduledExecutorService thread;
  private Future<?> looks;

  SettingsLooks(SettingsReload reload) {
    this.reload = reload;
  }

  @Override
  public void onContextStarted(CamelContext camel) {
    thread = camel.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "settings");
    looks = thread.scheduleWithFixedDelay(reload, 1, 1, TimeUnit.SECONDS);
  }

  /** First of all, so that no route is added or removed while the others drain. */
  @Override
  public void onContextStopping(CamelContext camel) {
    if (looks != null) {
      looks.cancel(false);
      camel.getExecutorServiceManager().shutdownGraceful(thread);
    }
  }
}

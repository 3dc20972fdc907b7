package io.wavehouse.ingest.jmx;

import io.wavehouse.ingest.backoff.BackoffListener;
import io.wavehouse.ingest.backoff.Backoffs;
import io.wavehouse.ingest.backoff.Scope;
import io.wavehouse.ingest.backoff.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * One bean for each open backoff, gone when it closes. At most 200 are shown: table names come from
 * subjects, and one left out is shown at its next failed probe if there is room then.
 */
public final class BackoffBeans implements BackoffListener {
  private static final int MAX_SHOWN = 200;
  private static final String TYPE = "backoffs";
  private final CamelBeans beans;
  private final Backoffs backoffs;
  private final Clock clock;
  private final Set<Scope> shown = new HashSet<>();

  /**
   * @param clock of the wall, for the times shown
   */
  public BackoffBeans(CamelBeans beans, Backoffs backoffs, Clock clock) {
    this.beans = beans;
    this.backoffs = backoffs;
    this.clock = clock;
  }

  @Override
  public void opened(Snapshot backoff) {
    show(backoff.scope());
  }

  @Override
  public void stillOpen(Snapshot backoff) {
    show(backoff.scope());
  }

  @Override
  public void closed(Scope scope, Duration openFor) {
    hide(scope);
  }

  @Override
  public void dropped(Scope scope) {
    hide(scope);
  }

  private synchronized void show(Scope scope) {
    if (shown.size() < MAX_SHOWN && shown.add(scope)) {
      beans.show(TYPE, scope.toString(), new BackoffBean(scope, backoffs, clock));
    }
  }

  private synchronized void hide(Scope scope) {
    if (shown.remove(scope)) {
      beans.hide(TYPE, scope.toString());
    }
  }
}

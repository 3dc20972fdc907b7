package io.wavehouse.ingest.backoff;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes on their way to the listeners. They are noted under the lock that made them, so their
 * order is kept, and told outside of it, by one thread at a time, so a slow listener holds up no
 * other.
 */
final class Announcements {
  private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);
  private final List<BackoffListener> listeners = new CopyOnWriteArrayList<>();
  private final Queue<Change> noted = new ConcurrentLinkedQueue<>();
  private final AtomicInteger calls = new AtomicInteger();

  Announcements(BackoffListener listener) {
    listeners.add(listener);
  }

  void add(BackoffListener listener) {
    listeners.add(listener);
  }

  void note(Change change) {
    if (change.kind() != Change.Kind.NONE) {
      noted.add(change);
    }
  }

  /** Tells what was noted; whoever comes while another tells leaves its own to that one. */
  void tell() {
    if (calls.getAndIncrement() > 0) {
      return;
    }
    do {
      for (Change change = noted.poll(); change != null; change = noted.poll()) {
        for (BackoffListener listener : listeners) {
          tell(listener, change);
        }
      }
    } while (calls.decrementAndGet() > 0);
  }

  private static void tell(BackoffListener listener, Change change) {
    try {
      switch (change.kind()) {
        case OPENED -> listener.opened(change.after());
        case ESCALATED -> listener.stillOpen(change.after());
        case CLOSED -> listener.closed(change.after().scope(), change.openFor());
        case DROPPED -> listener.dropped(change.after().scope());
        case NONE -> {}
      }
    } catch (RuntimeException e) {
      // What a listener cannot do must not cost the flush its outcome.
      LOG.error("backoff listener failed for {}; report this as a bug", change.after().scope(), e);
    }
  }
}

package io.wavehouse.ingest.batch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * The inserts of one pool, so many at a time. Of two tables that want threads none gets more than
 * half of them; a table that is alone leaves one free, so that whoever comes finds it even when all
 * its inserts hang.
 */
final class Lane {
  private record Task(String table, Runnable insert) {}

  private final int threads;
  private final int share;
  private final Executor executor;
  private final Deque<Task> waiting = new ArrayDeque<>();
  private final Map<String, Integer> running = new HashMap<>();
  private int busy;

  Lane(int threads, Executor executor) {
    this.threads = threads;
    this.share = Math.max(1, threads / 2);
    this.executor = executor;
  }

  void submit(String table, Runnable insert) {
    synchronized (this) {
      waiting.add(new Task(table, insert));
    }
    start();
  }

  private void start() {
    for (Task task = next(); task != null; task = next()) {
      Task taken = task;
      executor.execute(() -> run(taken));
    }
  }

  private void run(Task task) {
    try {
      task.insert().run();
    } finally {
      finished(task.table());
      start();
    }
  }

  /** Takes the next task that may run, and counts it as running. */
  private synchronized Task next() {
    if (busy == threads) {
      return null;
    }
    Iterator<Task> tasks = waiting.iterator();
    while (tasks.hasNext()) {
      Task task = tasks.next();
      int own = running.getOrDefault(task.table(), 0);
      if (own < share || (busy == own && own < threads - 1)) {
        tasks.remove();
        busy++;
        running.merge(task.table(), 1, Integer::sum);
        return task;
      }
    }
    return null;
  }

  private synchronized void finished(String table) {
    busy--;
    running.computeIfPresent(table, (key, own) -> own == 1 ? null : own - 1);
  }
}

package io.wavehouse.ingest.support;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** What one class logs while it is open, each line as {@code LEVEL message}. */
public final class LogLines implements AutoCloseable {
  private final List<String> written = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Listener listener = new Listener();

  public LogLines(Class<?> logging) {
    logger = (Logger) LogManager.getLogger(logging);
    listener.start();
    logger.addAppender(listener);
  }

  /** So far, oldest first. */
  public List<String> written() {
    return List.copyOf(written);
  }

  @Override
  public void close() {
    logger.removeAppender(listener);
    listener.stop();
  }

  private final class Listener extends AbstractAppender {
    Listener() {
      super("lines", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      written.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    }
  }
}

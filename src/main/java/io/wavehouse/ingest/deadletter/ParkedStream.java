package io.wavehouse.ingest.deadletter;

import io.nats.client.Connection;
import io.nats.client.FetchConsumeOptions;
import io.nats.client.FetchConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.nats.client.OrderedConsumerContext;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.OrderedConsumerConfiguration;
import io.nats.client.api.StreamInfo;
import io.nats.client.api.StreamState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The dead-letter stream. Reading takes nothing out of it, and holds one page of headers in memory
 * however many rows are parked.
 */
public final class ParkedStream {
  private static final int PAGE = 500;

  /** Pages in a row that may come empty although there is more. */
  private static final int PATIENCE = 5;

  // nats-server's server/errors.json
  private static final int NO_MESSAGE_FOUND = 10037;
  private static final int DELETE_FAILED = 10057;
  private static final int STREAM_NOT_FOUND = 10059;

  private final Connection connection;
  private final JetStreamManagement management;
  private final String name;

  /**
   * @param name of the stream
   */
  public ParkedStream(Connection connection, String name) throws IOException {
    this.connection = connection;
    this.management = connection.jetStreamManagement();
    this.name = name;
  }

  /** Which rows there are now; those parked later are none of this run's. */
  public record Span(long first, long last, long rows) {}

  /** Asked for each row, oldest first. */
  @FunctionalInterface
  public interface Visitor {
    /** Returns false when it wants no more. */
    boolean visit(DeadLetter letter)
        throws IOException, JetStreamApiException, InterruptedException;
  }

  String name() {
    return name;
  }

  /** What is parked; nothing when the stream does not exist. */
  public Span span() throws IOException, JetStreamApiException {
    return info().map(StreamInfo::getStreamState).map(ParkedStream::span).orElse(new Span(1, 0, 0));
  }

  private static Span span(StreamState state) {
    return new Span(state.getFirstSequence(), state.getLastSequence(), state.getMsgCount());
  }

  /** Whether the stream lets messages be deleted; an absent one has none. */
  boolean isDeletable() throws IOException, JetStreamApiException {
    return info().map(info -> !info.getConfiguration().getDenyDelete()).orElse(true);
  }

  private Optional<StreamInfo> info() throws IOException, JetStreamApiException {
    try {
      return Optional.of(management.getStreamInfo(name));
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() == STREAM_NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Shows the visitor each row of the span whose subject can fit. */
  public void scan(DeadLetterFilter filter, Span span, Visitor visitor)
      throws IOException, JetStreamApiException, InterruptedException {
    long next = Math.max(filter.from(), span.first());
    long last = Math.min(filter.to(), span.last());
    int empty = 0;
    while (next <= last) {
      List<Message> page = page(filter.subject(), next);
      if (page.isEmpty()) {
        if (!isMore(filter.subject(), next)) {
          return;
        }
        empty++;
        if (empty == PATIENCE) {
          throw new IOException("stream " + name + " gives no rows from sequence " + next + " on");
        }
        continue;
      }
      empty = 0;
      for (Message message : page) {
        DeadLetter letter = DeadLetter.of(message);
        if (letter.sequence() > last || !visitor.visit(letter)) {
          return;
        }
        next = letter.sequence() + 1;
      }
      if (page.get(page.size() - 1).metaData().pendingCount() == 0) {
        return;
      }
    }
  }

  /**
   * A consumer a page: one that is kept would end while a slow replay works its page off, and one
   * that reads ahead would fill the memory.
   */
  private List<Message> page(String subject, long from)
      throws IOException, JetStreamApiException, InterruptedException {
    OrderedConsumerContext consumer =
        connection
            .getStreamContext(name)
            .createOrderedConsumer(
                new OrderedConsumerConfiguration()
                    .filterSubject(subject)
                    .headersOnly(true)
                    .deliverPolicy(DeliverPolicy.ByStartSequence)
                    .startSequence(from));
    List<Message> page = new ArrayList<>();
    FetchConsumeOptions now = FetchConsumeOptions.builder().maxMessages(PAGE).noWait().build();
    try {
      // At its end, and so here, jnats closes the fetch itself.
      FetchConsumer fetch = consumer.fetch(now);
      for (Message message = fetch.nextMessage(); message != null; message = fetch.nextMessage()) {
        page.add(message);
      }
    } catch (JetStreamStatusCheckedException e) {
      throw new IOException("stream " + name + ": " + e.getMessage(), e);
    }
    return page;
  }

  private boolean isMore(String subject, long from) throws IOException, JetStreamApiException {
    try {
      management.getNextMessage(name, from, subject);
      return true;
    } catch (IllegalArgumentException unreadable) {
      return true;
    } catch (JetStreamApiException e) {
      return !isAbsent(e) && fail(e);
    }
  }

  /**
   * The row with its payload; empty when it is parked no more. Somebody else may have written one
   * with headers that jnats cannot read.
   */
  Optional<MessageInfo> get(long sequence) throws IOException, JetStreamApiException {
    try {
      return Optional.of(management.getMessage(name, sequence));
    } catch (IllegalArgumentException e) {
      throw new IOException("row " + sequence + " of stream " + name + ": " + e.getMessage(), e);
    } catch (JetStreamApiException e) {
      if (isAbsent(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Removes a row.
   *
   * @return false when it was parked no more
   */
  boolean delete(long sequence) throws IOException, JetStreamApiException {
    try {
      return management.deleteMessage(name, sequence, false);
    } catch (JetStreamApiException e) {
      return !(e.getApiErrorCode() == DELETE_FAILED && get(sequence).isEmpty()) && fail(e);
    }
  }

  private static boolean isAbsent(JetStreamApiException e) {
    return e.getApiErrorCode() == NO_MESSAGE_FOUND || e.getApiErrorCode() == STREAM_NOT_FOUND;
  }

  private static boolean fail(JetStreamApiException e) throws JetStreamApiException {
    throw e;
  }
}

package io.wavehouse.ingest.deadletter;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.nats.client.support.NatsJetStreamConstants;
import java.io.IOException;

/**
 * Publishes without a bundle.
 *
 * <p><b>Failure semantics.</b> A PubAck that says duplicate is no proof: the server remembers ids
 * of messages that were consumed or deleted since. So the row is looked for in its stream. Where it
 * is gone, and its parked copy is not, nobody knows that it landed: it is published again without
 * its id. Where the parked copy is gone too, whoever removed it saw the row stored.
 */
public final class JetStreamRepublisher implements Republisher {
  // nats-server's server/errors.json
  private static final int NO_MESSAGE_FOUND = 10037;

  private final Connection connection;
  private final ParkedStream parked;

  public JetStreamRepublisher(Connection connection, ParkedStream parked) {
    this.connection = connection;
    this.parked = parked;
  }

  @Override
  public void publish(Republication row) throws IOException, JetStreamApiException {
    PublishAck ack = publish(row, true);
    if (ack.isDuplicate() && !isStored(ack, row) && parked.get(row.parkedSequence()).isPresent()) {
      publish(row, false);
    }
  }

  private PublishAck publish(Republication row, boolean withId)
      throws IOException, JetStreamApiException {
    Headers headers = new Headers();
    row.headers().forEach(headers::put);
    if (!withId) {
      headers.remove(NatsJetStreamConstants.MSG_ID_HDR);
    }
    PublishAck ack =
        connection
            .jetStream()
            .publish(
                NatsMessage.builder()
                    .subject(row.subject())
                    .headers(headers)
                    .data(row.payload())
                    .build());
    row.requireStoredIn(ack.getStream());
    return ack;
  }

  private boolean isStored(PublishAck ack, Republication row)
      throws IOException, JetStreamApiException {
    JetStreamManagement management = connection.jetStreamManagement();
    try {
      MessageInfo stored = management.getMessage(ack.getStream(), ack.getSeqno());
      return stored.getHeaders() != null
          && row.id().equals(stored.getHeaders().getFirst(NatsJetStreamConstants.MSG_ID_HDR));
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() == NO_MESSAGE_FOUND) {
        return false;
      }
      throw e;
    }
  }
}

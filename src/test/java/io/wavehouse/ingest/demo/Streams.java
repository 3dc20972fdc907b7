package io.wavehouse.ingest.demo;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamState;
import io.wavehouse.ingest.batch.Target;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The bundle's two streams as the demo sees them: the one it fills, and the parked rows. */
final class Streams {
  static final String INGEST = "WAVEHOUSE_INGEST";
  static final String PARKED = "WAVEHOUSE_DLQ";
  private static final String SEQUENCE_HEADER = "Wavehouse-Stream-Sequence";

  private final JetStreamManagement management;

  Streams(Connection connection) throws IOException {
    this.management = connection.jetStreamManagement();
  }

  /** Which of them exist. */
  List<String> existing() throws IOException, JetStreamApiException {
    List<String> names = management.getStreamNames();
    return names.stream().filter(Set.of(INGEST, PARKED)::contains).toList();
  }

  void delete() throws IOException, JetStreamApiException {
    for (String stream : existing()) {
      management.deleteStream(stream);
    }
  }

  /** Events that are neither landed nor parked yet. */
  long waiting() throws IOException, JetStreamApiException {
    return management.getStreamInfo(INGEST).getStreamState().getMsgCount();
  }

  /** By table, the ingest sequences of the rows that were parked. */
  Map<String, Set<Long>> parked() throws IOException, JetStreamApiException {
    Map<String, Set<Long>> parked = new HashMap<>();
    if (!existing().contains(PARKED)) {
      return parked;
    }
    StreamState state = management.getStreamInfo(PARKED).getStreamState();
    if (state.getMsgCount() == 0) {
      return parked;
    }
    for (long at = state.getFirstSequence(); at <= state.getLastSequence(); at++) {
      MessageInfo row = management.getMessage(PARKED, at);
      String table = Target.of(row.getSubject()).table();
      long sequence = Long.parseLong(row.getHeaders().getFirst(SEQUENCE_HEADER));
      parked.computeIfAbsent(table, any -> new HashSet<>()).add(sequence);
    }
    return parked;
  }
}

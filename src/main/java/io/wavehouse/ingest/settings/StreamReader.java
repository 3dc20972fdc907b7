package io.wavehouse.ingest.settings;

import java.util.List;

/** Reads the ingest stream and its consumer, and the dead-letter stream. */
final class StreamReader {
  private final Values values;

  StreamReader(Values values) {
    this.values = values;
  }

  StreamSettings ingest() {
    String name = name("wavehouse.stream");
    List<String> subjects = values.list("wavehouse.subjects");
    Setting setting = values.setting("wavehouse.subjects");
    for (int i = 0; i < subjects.size(); i++) {
      String subject = subjects.get(i);
      if (!Subjects.valid(subject)) {
        throw setting.refused(
            subject + " is no NATS subject: names between dots, * for one, > for all that follow");
      }
      // Parked rows would be taken in again, fail again and be parked again, for ever.
      if (Subjects.overlap(subject, DlqSettings.SUBJECTS)) {
        throw setting.refused(subject + " must not take in the dead letters of dlq.>");
      }
      for (String earlier : subjects.subList(0, i)) {
        if (Subjects.overlap(earlier, subject)) {
          throw setting.refused(earlier + " and " + subject + " overlap, which NATS refuses");
        }
      }
    }
    return new StreamSettings(
        name,
        subjects,
        name("wavehouse.consumer"),
        retention(),
        values.bytes("wavehouse.stream.max-bytes"),
        values.choice("wavehouse.topology", Topology.class),
        values.durationOrZero("wavehouse.topology-wait"),
        values.duration("wavehouse.ack-wait"),
        values.integer("wavehouse.max-ack-pending", 1, Integer.MAX_VALUE));
  }

  DlqSettings dlq() {
    String name = name("wavehouse.dlq.stream");
    if (name.equals(values.text("wavehouse.stream"))) {
      throw values
          .setting("wavehouse.dlq.stream")
          .refused("must differ from " + values.setting("wavehouse.stream"));
    }
    return new DlqSettings(
        values.flag("wavehouse.dlq.enabled"), name, values.bytes("wavehouse.dlq.max-bytes"));
  }

  private Retention retention() {
    Setting setting = values.setting("wavehouse.stream.retention");
    if (setting.value().equals("interest")) {
      throw setting.refused(
          "must be workqueue or limits: interest drops what is published while no consumer exists");
    }
    return values.choice("wavehouse.stream.retention", Retention.class);
  }

  /** A stream's or consumer's name: part of subjects of the JetStream API and of file names. */
  private String name(String key) {
    String name = values.text(key);
    if (!name.matches("[^\\s.*>/\\\\\\p{Cntrl}]{1,255}")) {
      throw values
          .setting(key)
          .refused("must be a NATS name: no space, dot, *, >, slash or backslash");
    }
    return name;
  }
}

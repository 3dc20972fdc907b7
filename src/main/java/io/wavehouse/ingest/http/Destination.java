package io.wavehouse.ingest.http;

import io.wavehouse.ingest.batch.Target;
import io.wavehouse.ingest.settings.Format;
import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.StreamSettings;
import java.util.Optional;

/**
 * Where the rows of a table are published.
 *
 * @param stream that must store them
 * @param subject one that the stream captures
 * @param format of the messages
 */
record Destination(Target target, String stream, String subject, Format format) {

  static Destination of(Target target, Settings settings) throws RefusedException {
    Optional<StreamSettings> stream = settings.stream(target.tenant());
    if (stream.isEmpty()) {
      throw new RefusedException(
          404, "there is no such tenant; add it to the settings as wavehouse.tenants.<id>");
    }
    String subject = target.subject("ingest");
    if (!stream.get().captures(subject) && target.tenant().equals(Target.DEFAULT_TENANT)) {
      subject = "ingest" + subject.substring(subject.lastIndexOf('.'));
    }
    if (!stream.get().captures(subject)) {
      throw new RefusedException(
          404, "stream " + stream.get().name() + " takes no such table; see wavehouse.subjects");
    }
    return new Destination(target, stream.get().name(), subject, settings.format(target.table()));
  }
}

package io.wavehouse.ingest.jetstream;

import io.nats.client.Options;
import io.nats.client.impl.SocketDataPortWithWriteTimeout;
import java.io.IOException;

/**
 * The socket of a connection that reads messages of strangers; jnats makes one for each connect.
 *
 * <p><b>Failure semantics.</b> The reader of jnats (2.26) ends for good at headers it cannot parse,
 * without a word and with the connection seemingly up: one such message, and no row of its stream
 * would be received any more. So what it cannot parse never reaches it, see {@link HeaderGuard}.
 */
public final class ReadableDataPort extends SocketDataPortWithWriteTimeout {
  private final HeaderGuard guard = new HeaderGuard(super::read);

  /** Lets connections made with these options read whatever a server stores. */
  public static Options.Builder use(Options.Builder options) {
    // Without it jnats takes a subject for ASCII, and a table zoë becomes another.
    return options.supportUTF8Subjects().dataPortType(ReadableDataPort.class.getName());
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return guard.read(target, offset, length);
  }
}

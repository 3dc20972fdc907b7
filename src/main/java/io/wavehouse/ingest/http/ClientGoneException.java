package io.wavehouse.ingest.http;

import java.io.IOException;

/** The client left before it had sent its body; nobody reads an answer. */
final class ClientGoneException extends IOException {
  ClientGoneException() {
    super("the client left");
  }
}

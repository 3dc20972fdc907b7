package io.wavehouse.ingest.jetstream;

import io.nats.client.Options;
import java.io.IOException;
import java.security.GeneralSecurityException;

/**
 * Adds to the options of each connection what must not stand in a URI, such as credentials; found
 * in the registry by its type, if there is one.
 */
@FunctionalInterface
public interface ConnectionOptions {
  /** Called before each connect. */
  void apply(Options.Builder options) throws IOException, GeneralSecurityException;
}

package io.wavehouse.ingest.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Own certificates of a TLS connection, all PEM. All absent: the JVM's trust store, no client
 * certificate.
 *
 * @param caFile certificates the server's must chain to
 * @param certFile the client's certificate chain; present exactly when {@code keyFile} is
 * @param keyFile the client's private key, PKCS#8
 */
public record TlsSettings(Optional<Path> caFile, Optional<Path> certFile, Optional<Path> keyFile) {
  /** True when anything differs from the JVM's defaults. */
  public boolean custom() {
    return caFile.isPresent() || certFile.isPresent();
  }
}

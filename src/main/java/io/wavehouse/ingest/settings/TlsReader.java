package io.wavehouse.ingest.settings;

import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code <prefix>tls.*}. */
final class TlsReader {
  private final Values values;

  TlsReader(Values values) {
    this.values = values;
  }

  TlsSettings read(String prefix) {
    Optional<Path> ca = values.file(prefix + "tls.ca-file");
    Optional<Path> cert = values.file(prefix + "tls.cert-file");
    Optional<Path> key = values.file(prefix + "tls.key-file");
    if (cert.isPresent() && key.isEmpty()) {
      throw values.setting(prefix + "tls.cert-file").refused("needs " + prefix + "tls.key-file");
    }
    if (key.isPresent() && cert.isEmpty()) {
      throw values.setting(prefix + "tls.key-file").refused("needs " + prefix + "tls.cert-file");
    }
    return new TlsSettings(ca, cert, key);
  }
}

package io.wavehouse.ingest.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The connection to NATS. At most one way to authenticate is set: user and password, token,
 * credentials file or nkey.
 *
 * @param servers {@code nats://}, {@code tls://}, {@code ws://} or {@code wss://} URLs without
 *     credentials, at least one
 * @param user present exactly when {@code password} is
 * @param password of {@code password} or {@code password-file}
 * @param token shared token
 * @param credentialsFile a {@code .creds} file (JWT and seed)
 * @param nkeyFile a file that holds an nkey seed
 * @param tls own certificates
 */
public record NatsSettings(
    List<String> servers,
    Optional<String> user,
    Optional<Secret> password,
    Optional<Secret> token,
    Optional<Path> credentialsFile,
    Optional<Path> nkeyFile,
    TlsSettings tls) {
  public NatsSettings {
    servers = List.copyOf(servers);
  }
}

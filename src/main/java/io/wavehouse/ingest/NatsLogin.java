package io.wavehouse.ingest;

import io.nats.client.AuthHandler;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.wavehouse.ingest.jetstream.ConnectionOptions;
import io.wavehouse.ingest.settings.NatsSettings;
import io.wavehouse.ingest.tls.PemTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** Who we are to NATS. Credentials go to the client here and nowhere else: no URI holds them. */
final class NatsLogin implements ConnectionOptions {
  private final NatsSettings settings;

  NatsLogin(NatsSettings settings) {
    this.settings = settings;
  }

  @Override
  public void apply(Options.Builder options) throws IOException, GeneralSecurityException {
    settings
        .user()
        .ifPresent(
            user ->
                options.userInfo(
                    user, settings.password().map(secret -> secret.value()).orElse("")));
    settings.token().ifPresent(token -> options.token(token.value().toCharArray()));
    settings
        .credentialsFile()
        .ifPresent(file -> options.authHandler(Nats.credentials(file.toString())));
    if (settings.nkeyFile().isPresent()) {
      options.authHandler(nkey(settings.nkeyFile().get()));
    }
    if (settings.tls().custom()) {
      options.sslContext(PemTls.context(settings.tls()));
    }
  }

  private static AuthHandler nkey(Path file) throws IOException {
    return Nats.staticCredentials(null, Files.readString(file).strip().toCharArray());
  }
}

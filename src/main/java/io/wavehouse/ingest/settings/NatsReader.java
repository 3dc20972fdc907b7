package io.wavehouse.ingest.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads {@code wavehouse.nats.*}. */
final class NatsReader {
  private static final String PREFIX = "wavehouse.nats.";
  private static final Set<String> SCHEMES = Set.of("nats", "tls", "ws", "wss");

  private final Values values;

  NatsReader(Values values) {
    this.values = values;
  }

  NatsSettings read() {
    Optional<String> user = values.optional(PREFIX + "user");
    Optional<Secret> password = values.secret(PREFIX + "password", PREFIX + "password-file");
    if (user.isPresent() && password.isEmpty()) {
      throw values.setting(PREFIX + "user").refused("needs " + PREFIX + "password or -file");
    }
    if (user.isEmpty() && password.isPresent()) {
      String key = values.optional(PREFIX + "password-file").map(file -> "-file").orElse("");
      throw values.setting(PREFIX + "password" + key).refused("needs " + PREFIX + "user");
    }
    Optional<Secret> token = values.secret(PREFIX + "token");
    Optional<Path> credentials = values.file(PREFIX + "credentials-file");
    Optional<Path> nkey = values.file(PREFIX + "nkey-file");
    List<Setting> ways =
        Stream.of("user", "token", "credentials-file", "nkey-file")
            .map(name -> values.setting(PREFIX + name))
            .filter(way -> !way.value().isEmpty())
            .toList();
    if (ways.size() > 1) {
      throw ways.get(1).refused("must not be set together with " + ways.get(0));
    }
    TlsSettings tls = new TlsReader(values).read(PREFIX);
    return new NatsSettings(servers(), user, password, token, credentials, nkey, tls);
  }

  private List<String> servers() {
    List<String> servers = values.list(PREFIX + "servers");
    Setting setting = values.setting(PREFIX + "servers");
    // First of all entries, since the message of any rule below shows the whole value.
    if (servers.stream().anyMatch(server -> server.contains("@"))) {
      throw setting.refusedUnseen(
          "must hold no credentials: use wavehouse.nats.user and .password, or .token");
    }
    for (String server : servers) {
      if (!isServer(server)) {
        throw setting.refused("must be nats://host:port, tls://, ws:// or wss:// URLs");
      }
    }
    return servers;
  }

  private static boolean isServer(String server) {
    try {
      URI uri = new URI(server);
      return uri.getScheme() != null
          && SCHEMES.contains(uri.getScheme())
          && uri.getHost() != null
          && uri.getPort() != 0
          && uri.getPort() <= 65_535
          && (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"))
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}

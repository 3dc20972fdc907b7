package io.wavehouse.ingest.settings;

import java.util.Optional;

/** Reads where the bundle itself listens: {@code wavehouse.http.*}, {@code .management.*}. */
final class EdgeReader {
  private final Values values;

  EdgeReader(Values values) {
    this.values = values;
  }

  HttpSettings http() {
    int port = values.integer("wavehouse.http.port", 0, 65_535);
    String bind = address("wavehouse.http.bind");
    Optional<Secret> token = values.secret("wavehouse.http.token");
    if (token.isEmpty() && !isLoopback(bind)) {
      throw values
          .setting("wavehouse.http.bind")
          .refused("needs wavehouse.http.token, or anybody could publish");
    }
    return new HttpSettings(
        port,
        bind,
        token,
        values.bytes("wavehouse.http.max-body"),
        values.duration("wavehouse.http.read-timeout"));
  }

  ManagementSettings management(HttpSettings http) {
    int port = values.integer("wavehouse.management.port", 0, 65_535);
    String bind = address("wavehouse.management.bind");
    if (port != 0
        && port == http.port()
        && (bind.equals(http.bind()) || isAny(bind) || isAny(http.bind()))) {
      throw values
          .setting("wavehouse.management.port")
          .refused("must differ from " + values.setting("wavehouse.http.port"));
    }
    return new ManagementSettings(port, bind);
  }

  private String address(String key) {
    String address = values.text(key);
    if (!address.matches(
        "[A-Za-z0-9._-]+|[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9]+)?")) {
      throw values.setting(key).refused("must be an address or host name, without a port");
    }
    return address;
  }

  /** By spelling alone: a name that DNS points at loopback today may point elsewhere tomorrow. */
  private static boolean isLoopback(String bind) {
    return bind.equals("localhost") || bind.equals("::1") || bind.matches("127(\\.\\d{1,3}){3}");
  }

  private static boolean isAny(String bind) {
    return bind.equals("0.0.0.0") || bind.equals("::");
  }
}

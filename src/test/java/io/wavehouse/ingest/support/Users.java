package io.wavehouse.ingest.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import java.util.Base64;
import java.util.Map;

/** Who may ask: names and passwords. All of them are the engine's user {@code default}. */
record Users(Map<String, String> passwords) {
  Users {
    passwords = Map.copyOf(passwords);
  }

  /**
   * Checks the credentials of a request, which the real server takes from its own headers, from
   * Basic authentication or from URL parameters, but not from two of them.
   */
  void admit(Headers headers, Map<String, String> parameters) throws EngineException {
    String name = headers.getFirst("X-ClickHouse-User");
    String password = headers.getFirst("X-ClickHouse-Key");
    String authorization = headers.getFirst("Authorization");
    if (authorization != null) {
      if (name != null || password != null) {
        throw new EngineException(
            516,
            "Invalid authentication: it is not allowed to use X-ClickHouse HTTP headers and"
                + " Authorization HTTP header simultaneously",
            "AUTHENTICATION_FAILED");
      }
      String[] pair = basic(authorization);
      name = pair[0];
      password = pair[1];
    } else if (name == null && password == null) {
      name = parameters.get("user");
      password = parameters.get("password");
    }
    check(name == null ? "default" : name, password == null ? "" : password);
  }

  private void check(String name, String password) throws EngineException {
    if (!password.equals(passwords.get(name))) {
      throw new EngineException(
          516,
          name
              + ": Authentication failed: password is incorrect, or there is no user with such"
              + " name.",
          "AUTHENTICATION_FAILED");
    }
  }

  private static String[] basic(String authorization) throws EngineException {
    try {
      String scheme = "Basic ";
      if (authorization.regionMatches(true, 0, scheme, 0, scheme.length())) {
        byte[] decoded =
            Base64.getDecoder().decode(authorization.substring(scheme.length()).trim());
        String[] pair = new String(decoded, UTF_8).split(":", 2);
        return new String[] {pair[0], pair.length == 2 ? pair[1] : ""};
      }
    } catch (IllegalArgumentException notBase64) {
      // said below, as for any other scheme
    }
    throw new EngineException(
        516,
        "Invalid authentication: only 'Basic' HTTP authentication is supported",
        "AUTHENTICATION_FAILED");
  }
}

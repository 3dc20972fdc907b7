package io.wavehouse.ingest.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The parameters of a request's URL: what the HTTP layer takes itself, and what is a setting. */
record UrlParameters(Map<String, String> all) {
  /** As in the server's HTTPHandler: these are no settings. */
  private static final Set<String> RESERVED =
      Set.of(
          "query",
          "database",
          "default_format",
          "user",
          "password",
          "quota_key",
          "query_id",
          "role",
          "stacktrace",
          "compress",
          "decompress",
          "buffer_size",
          "wait_end_of_query",
          "session_id",
          "session_timeout",
          "session_check",
          "close_session",
          "client_protocol_version");

  private static final Pattern NAME = Pattern.compile("\\w+");

  static UrlParameters of(String rawQuery) throws EngineException {
    Map<String, String> all = new LinkedHashMap<>();
    for (String pair : rawQuery == null ? new String[0] : rawQuery.split("&")) {
      if (!pair.isEmpty()) {
        String[] parts = pair.split("=", 2);
        all.put(decoded(parts[0]), parts.length == 2 ? decoded(parts[1]) : "");
      }
    }
    return new UrlParameters(all);
  }

  private static String decoded(String text) throws EngineException {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException badEscape) {
      throw new EngineException(1000, "bad escape sequence in the URL", "POCO_EXCEPTION");
    }
  }

  String orElse(String name, String other) {
    String value = all.get(name);
    return value == null || value.isEmpty() ? other : value;
  }

  /**
   * The settings of this request over those of the server's profile. A GET is readonly (2: settings
   * may still be given), and readonly comes last because nothing can be set after it.
   */
  Map<String, String> settings(Map<String, String> profile, boolean readOnly)
      throws EngineException {
    Map<String, String> settings = new LinkedHashMap<>(profile);
    for (Map.Entry<String, String> parameter : all.entrySet()) {
      if (RESERVED.contains(parameter.getKey())) {
        continue;
      }
      if (!NAME.matcher(parameter.getKey()).matches()) {
        throw new EngineException(
            115, "Unknown setting '" + parameter.getKey() + "'.", "UNKNOWN_SETTING");
      }
      settings.put(parameter.getKey(), parameter.getValue());
    }
    String asked = settings.remove("readonly");
    if (readOnly && (asked == null || asked.equals("0"))) {
      asked = "2";
    }
    if (asked != null) {
      settings.put("readonly", asked);
    }
    return settings;
  }
}

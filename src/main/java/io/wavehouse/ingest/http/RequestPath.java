package io.wavehouse.ingest.http;

import io.wavehouse.ingest.batch.Target;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Which table a path addresses: {@code /v1/ingest/<table>}, {@code /v1/ingest/<tenant>/<table>}.
 */
final class RequestPath {
  private static final String PREFIX = "/v1/ingest/";

  private RequestPath() {}

  /** Whether there is something to post to, be the names in it right or wrong. */
  static boolean isIngest(String path) {
    if (!path.startsWith(PREFIX)) {
      return false;
    }
    String[] names = names(path);
    return names.length <= 2 && !names[0].isEmpty() && !names[names.length - 1].isEmpty();
  }

  /**
   * The table, whether or not its tenant is known.
   *
   * @param path as it was sent, percent-encoded, without query
   */
  static Target target(String path) throws RefusedException {
    String[] names = names(path);
    String tenant = names.length == 1 ? Target.DEFAULT_TENANT : decode(names[0]);
    Target target = new Target(tenant, decode(names[names.length - 1]));
    // A subject's name is cut where it gets too long, and would address another table.
    if (!Target.of(target.subject("ingest")).equals(target)) {
      throw new RefusedException(400, "the name of the table is too long");
    }
    return target;
  }

  private static String[] names(String path) {
    return path.substring(PREFIX.length()).split("/", -1);
  }

  private static String decode(String name) throws RefusedException {
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '%') {
        int high = i + 2 < name.length() ? Character.digit(name.charAt(i + 1), 16) : -1;
        int low = i + 2 < name.length() ? Character.digit(name.charAt(i + 2), 16) : -1;
        if (high < 0 || low < 0) {
          throw encodeIt();
        }
        decoded.write(high << 4 | low);
        i += 2;
      } else if (c > ' ' && c < 0x7F) {
        decoded.write(c);
      } else {
        throw encodeIt();
      }
    }
    return checked(decoded.toByteArray());
  }

  /** A dot segment is a step in the path to whatever stands between the client and us. */
  private static String checked(byte[] bytes) throws RefusedException {
    String name;
    try {
      name = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw encodeIt();
    }
    if (name.equals(".") || name.equals("..") || name.chars().anyMatch(Character::isISOControl)) {
      throw new RefusedException(
          400, "a name in the path is . or .. or has a control character; use another");
    }
    return name;
  }

  private static RefusedException encodeIt() {
    return new RefusedException(
        400, "a name in the path is no percent-encoded UTF-8; encode it as a space is %20");
  }
}

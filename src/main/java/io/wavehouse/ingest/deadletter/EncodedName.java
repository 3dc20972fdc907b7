package io.wavehouse.ingest.deadletter;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A name in a header: percent-encoded where it is not printable ASCII, has a percent, or begins or
 * ends with a space, which whoever reads a header trims.
 */
public final class EncodedName {
  private EncodedName() {}

  /** Printable ASCII that {@link #decode} turns back. */
  public static String encode(String name) {
    StringBuilder header = new StringBuilder(name.length());
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      byte b = bytes[i];
      boolean trimmed = b == ' ' && (i == 0 || i == bytes.length - 1);
      if (b < ' ' || b == 127 || b == '%' || trimmed) {
        header.append(String.format(Locale.ROOT, "%%%02X", b));
      } else {
        header.append((char) b);
      }
    }
    return header.toString();
  }

  /** The name; a percent that two hexadecimal digits do not follow stays as it is. */
  public static String decode(String header) {
    byte[] bytes = header.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream name = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        name.write(high << 4 | low);
        i += 2;
      } else {
        name.write(bytes[i]);
      }
    }
    return name.toString(StandardCharsets.UTF_8);
  }
}

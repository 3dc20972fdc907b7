package io.wavehouse.ingest.settings;

/**
 * A key as it was set.
 *
 * @param origin where: {@code default}, {@code line 3 of FILE}, {@code environment variable X}
 */
record Setting(String key, String value, String origin) {
  private static final int SHOWN = 200;

  /** A credential: its value is shown nowhere. */
  static boolean isSecret(String key) {
    return key.endsWith(".password") || key.endsWith(".token");
  }

  /** The one line that stops the start. */
  SettingsException refused(String rule) {
    return refused(rule, value);
  }

  /** As {@link #refused(String)}, for a value that may hold a credential where none belongs. */
  SettingsException refusedUnseen(String rule) {
    return refused(rule, "***");
  }

  private SettingsException refused(String rule, String shown) {
    return new SettingsException(
        key + "=" + (isSecret(key) ? "***" : oneLine(shown)) + " (" + origin + "): " + rule);
  }

  /** How a rule of another key refers to this one. */
  @Override
  public String toString() {
    return key + "=" + (isSecret(key) ? "***" : oneLine(value)) + " (" + origin + ")";
  }

  /** Printable, on one line, of bounded length. */
  static String oneLine(String text) {
    String printable = text.replaceAll("\\p{Cntrl}", "?");
    return printable.length() <= SHOWN ? printable : printable.substring(0, SHOWN) + "…";
  }
}

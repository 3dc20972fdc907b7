package io.wavehouse.ingest.settings;

/**
 * A setting stops the start. The message is one line that names the key, its value, the rule it
 * breaks and where it was set; values of secrets are never in it.
 */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SettingsException(String message) {
    super(message);
  }
}

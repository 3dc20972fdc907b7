package io.wavehouse.ingest.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A credential: a fixed value, or a file that is read again when it changes. It prints as {@code
 * ***} wherever it goes.
 *
 * <p>Failure semantics: a file that became unreadable or empty (a mount being swapped) keeps the
 * last value; the server's refusal, if that value is wrong by then, is classified and retried.
 */
public final class Secret {
  private final Path file;
  private String value;
  private FileStamp stamp;

  private Secret(Path file, String value, FileStamp stamp) {
    this.file = file;
    this.value = value;
    this.stamp = stamp;
  }

  /** A fixed value; empty when there is no credential. */
  public static Secret of(String value) {
    return new Secret(null, Objects.requireNonNull(value), null);
  }

  /**
   * The content of a file, without one line end.
   *
   * @throws IOException when it cannot be read now, or is not one line of text
   */
  public static Secret ofFile(Path file) throws IOException {
    // The stamp is taken before the content: a write in between is seen as a change next time.
    FileStamp stamp = FileStamp.of(file);
    return new Secret(file, read(file), stamp);
  }

  /** The current value. Costs one look at the file's time and size when it is a file. */
  public synchronized String value() {
    if (file != null) {
      try {
        FileStamp now = FileStamp.of(file);
        if (!now.equals(stamp)) {
          value = read(file);
          stamp = now;
        }
      } catch (IOException e) {
        return value;
      }
    }
    return value;
  }

  /** Two are equal when they are the same credential now, wherever they come from. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.value().equals(value());
  }

  @Override
  public int hashCode() {
    return value().hashCode();
  }

  @Override
  public String toString() {
    return "***";
  }

  private static String read(Path file) throws IOException {
    String content = Files.readString(file);
    int end = content.length();
    if (end > 0 && content.charAt(end - 1) == '\n') {
      end--;
      if (end > 0 && content.charAt(end - 1) == '\r') {
        end--;
      }
    }
    String line = content.substring(0, end);
    if (line.isEmpty() || line.chars().anyMatch(Character::isISOControl)) {
      throw new IOException("not one line of text");
    }
    return line;
  }
}

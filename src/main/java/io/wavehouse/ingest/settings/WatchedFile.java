package io.wavehouse.ingest.settings;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that is looked at again and again. A change counts once the file has stood still from one
 * look to the next: a file half written may be a valid one that lacks its last tenants. One that is
 * absent is being swapped, and unchanged until it is back. Not thread-safe.
 */
final class WatchedFile {
  private final Path file;
  private FileStamp known;
  private FileStamp seen;

  /** The file as it is now counts as known; call this before its content is read. */
  WatchedFile(Path file) {
    this.file = file;
    this.known = stamp();
    this.seen = known;
  }

  /** Whether it has changed since it was last known; from then on that is known. */
  boolean hasChanged() {
    FileStamp now = stamp();
    if (now == null || now.equals(known)) {
      return false;
    }
    boolean still = now.equals(seen);
    seen = now;
    if (still) {
      known = now;
    }
    return still;
  }

  /** Whether it is there and is what is known. */
  boolean isKnown() {
    FileStamp now = stamp();
    return now != null && now.equals(known);
  }

  private FileStamp stamp() {
    try {
      return FileStamp.of(file);
    } catch (IOException absent) {
      return null;
    }
  }
}

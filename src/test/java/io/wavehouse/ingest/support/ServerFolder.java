package io.wavehouse.ingest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where a server keeps its data and log: given and kept, or temporary and deleted at the end. */
final class ServerFolder implements AutoCloseable {
  private final Path path;
  private final boolean temporary;

  private ServerFolder(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
  }

  /** The folder the place names, created when missing, or a temporary one when it names none. */
  static ServerFolder of(ServerPlace place, String name) {
    try {
      return place.data() == null
          ? new ServerFolder(Files.createTempDirectory("wavehouse-" + name + "-"), true)
          : new ServerFolder(Files.createDirectories(place.data().toAbsolutePath()), false);
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for " + name, e);
    }
  }

  Path path() {
    return path;
  }

  Path resolve(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() {
    if (!temporary || !Files.exists(path)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(path)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }
}

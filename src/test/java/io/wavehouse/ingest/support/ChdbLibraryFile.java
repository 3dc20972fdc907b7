package io.wavehouse.ingest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where libchdb.so is: the system property {@code wavehouse.chdb.library}, the environment variable
 * {@code WAVEHOUSE_CHDB_LIBRARY}, or {@code .wavehouse/chdb} under the project, where npm installs
 * the pinned package when it is missing.
 */
final class ChdbLibraryFile {
  private static final String PACKAGE = "@chdb/lib-linux-x64-gnu";
  private static final String VERSION = "26.7.3-stable.1";

  private ChdbLibraryFile() {}

  static Path findOrInstall() {
    String given =
        System.getProperty("wavehouse.chdb.library", System.getenv().get("WAVEHOUSE_CHDB_LIBRARY"));
    if (given != null && !given.isBlank()) {
      return existing(Path.of(given), "named by wavehouse.chdb.library is missing");
    }
    Path home = projectRoot().resolve(".wavehouse/chdb");
    Path library = home.resolve("node_modules/" + PACKAGE + "/libchdb.so");
    if (!Files.exists(library)) {
      install(home);
    }
    return existing(library, "is missing after npm install; delete its folder and run again");
  }

  private static Path existing(Path library, String otherwise) {
    if (!Files.isRegularFile(library)) {
      throw new IllegalStateException("chDB: " + library + " " + otherwise);
    }
    return library.toAbsolutePath();
  }

  private static void install(Path home) {
    System.out.println(
        "Installing the embedded ClickHouse, npm package "
            + PACKAGE
            + "@"
            + VERSION
            + " (174 MB to fetch, 566 MB on disk), once, in "
            + home);
    List<String> npm =
        List.of(
            "npm",
            "install",
            "--no-audit",
            "--no-fund",
            "--prefix",
            home.toString(),
            PACKAGE + "@" + VERSION);
    try {
      Files.createDirectories(home);
      int exit =
          new ProcessBuilder(npm)
              .redirectErrorStream(true)
              .redirectOutput(home.resolve("npm.log").toFile())
              .start()
              .waitFor();
      if (exit != 0) {
        throw new IllegalStateException(
            "chDB: npm install ended with " + exit + "; see " + home.resolve("npm.log"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("chDB: npm cannot be run; install Node.js (npm)", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while npm installed chDB", e);
    }
  }

  /** The nearest folder upwards with a pom.xml: tests start there, the demo may not. */
  private static Path projectRoot() {
    Path start = Path.of("").toAbsolutePath();
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("pom.xml"))) {
        return at;
      }
    }
    return start;
  }
}

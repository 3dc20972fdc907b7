package io.wavehouse.ingest.support;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** An installed program, on the PATH or where Debian puts servers, which a PATH may leave out. */
final class Executable {
  private Executable() {}

  static Optional<Path> find(String name) {
    String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
    return Stream.of(path.split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The program, or an error that names the package to install. */
  static Path require(String name, String debianPackage) {
    return find(name)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no " + name + " on the PATH; install the Debian package " + debianPackage));
  }
}

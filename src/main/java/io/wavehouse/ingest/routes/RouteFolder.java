package io.wavehouse.ingest.routes;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of routes in a folder; what editors leave beside them does not count. */
public record RouteFolder(Path path) {
  private static final String SUFFIX = ".camel.yaml";

  /** What Camel takes its routes from: the files that are checked, by name, and no others. */
  public String pattern() throws IOException {
    return files().stream().map(file -> "file:" + file).collect(Collectors.joining(","));
  }

  /** The files there are, by name. A hidden one is an editor's. */
  List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(path)) {
      return all.filter(RouteFolder::isRoutes).sorted().toList();
    }
  }

  private static boolean isRoutes(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(SUFFIX) && !name.startsWith(".") && Files.isRegularFile(file);
  }

  /** Reads all of them. */
  List<RouteFile> read() throws IOException, BadRoutesException {
    List<RouteFile> read = new ArrayList<>();
    for (Path file : files()) {
      String name = file.getFileName().toString();
      try {
        read.add(new RouteFile(name, "file:" + file, Files.readString(file)));
      } catch (CharacterCodingException e) {
        throw new BadRoutesException(
            List.of(new RouteProblem(name, 1, "is no valid UTF-8", "save it as UTF-8")));
      }
    }
    return read;
  }
}

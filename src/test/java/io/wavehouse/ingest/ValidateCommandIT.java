package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.support.BundleJvm;
import io.wavehouse.ingest.support.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code validate}, and a start with routes that it complains of. */
class ValidateCommandIT {
  @TempDir private Path folder;

  @BeforeEach
  void copyRoutes() throws IOException {
    try (Stream<Path> shipped = Files.list(Path.of("src/main/resources/routes"))) {
      for (Path file : shipped.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void goodRoutesExitWithZero() throws Exception {
    assertThat(validate(folder.toString()))
        .isEqualTo(ended(0, "The routes in " + folder + " may run."));
  }

  @Test
  void aMistakeIsALineAndExitsWithOneAndTheBundleDoesNotStartWithIt() throws Exception {
    BrokenEdit edit =
        BrokenEdit.all().filter(one -> one.name().equals("a bean that is none")).findFirst().get();
    String place = edit.apply(folder);
    String line =
        place
            + "there is no bean 'retrylater'; name one of the bundle's: docs/editing-routes.md lists"
            + " them";
    assertThat(validate(folder.toString())).isEqualTo(ended(1, line));

    try (BundleJvm bundle = new BundleJvm(Map.of(), "--routes", folder.toString())) {
      assertThat(bundle.awaitExit()).isEqualTo(2);
      assertThat(bundle.complaints())
          .singleElement()
          .asString()
          .endsWith("the bundle cannot start: " + line);
    }
  }

  @Test
  void aWrongCommandLineExitsWithTwo() throws Exception {
    assertThat(validate().code()).isEqualTo(2);
    assertThat(validate("no-such-folder").err())
        .containsExactly(
            "wavehouse: no-such-folder is no folder; give one with *.camel.yaml files");
    assertThat(validate(folder.toString(), "--routes", "x").code()).isEqualTo(2);
  }

  private static Launcher.Ended ended(int code, String line) {
    return new Launcher.Ended(code, List.of(line), List.of());
  }

  private static Launcher.Ended validate(String... arguments) throws Exception {
    String[] all =
        Stream.concat(Stream.of("validate"), Stream.of(arguments)).toArray(String[]::new);
    try (Launcher launcher = new Launcher(Map.of(), all)) {
      return launcher.await();
    }
  }
}

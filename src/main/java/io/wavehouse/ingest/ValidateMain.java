package io.wavehouse.ingest;

import io.wavehouse.ingest.deadletter.SafeText;
import io.wavehouse.ingest.routes.BadRoutesException;
import io.wavehouse.ingest.routes.RouteCheck;
import io.wavehouse.ingest.routes.RouteFolder;
import io.wavehouse.ingest.settings.LiveSettings;
import io.wavehouse.ingest.settings.SettingsException;
import io.wavehouse.ingest.settings.SettingsSource;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The command {@code wavehouse validate DIR [--config FILE]}: whether the routes of a folder may
 * run, without any server. Exits with 0 when they may, 1 when not, 2 when the command line or the
 * settings are wrong.
 */
public final class ValidateMain {
  private ValidateMain() {}

  /** Checks one folder. */
  public static void main(String[] args) {
    int code = run(System.out, System.err, args);
    System.out.flush();
    System.exit(code);
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    RouteFolder folder;
    LiveSettings live;
    try {
      folder = folder(args);
      live = new LiveSettings(new SettingsSource(config(args), System.getenv()));
    } catch (SettingsException e) {
      err.println("wavehouse: " + SafeText.of(e.getMessage()));
      return 2;
    }
    try {
      new RouteCheck(new BundleParts(live)).check(folder);
      out.println("The routes in " + args[0] + " may run.");
      return 0;
    } catch (BadRoutesException e) {
      e.problems().forEach(problem -> out.println(SafeText.of(problem.toString())));
      return 1;
    } catch (IOException e) {
      err.println("wavehouse: " + SafeText.of(args[0] + " cannot be read: " + e.getMessage()));
      return 1;
    }
  }

  private static RouteFolder folder(String... args) {
    if (args.length == 0 || args[0].startsWith("--")) {
      throw new SettingsException("validate needs a folder; see ./wavehouse validate --help");
    }
    Path path = Path.of(args[0]).toAbsolutePath();
    if (!Files.isDirectory(path)) {
      throw new SettingsException(args[0] + " is no folder; give one with *.camel.yaml files");
    }
    return new RouteFolder(path);
  }

  private static Optional<Path> config(String... args) {
    if (args.length == 1) {
      return Optional.empty();
    }
    if (args.length != 3 || !args[1].equals("--config")) {
      throw new SettingsException("validate takes DIR [--config FILE]; see its --help");
    }
    return Optional.of(Path.of(args[2]).toAbsolutePath());
  }
}

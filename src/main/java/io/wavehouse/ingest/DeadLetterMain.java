package io.wavehouse.ingest;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.wavehouse.ingest.deadletter.CommandLine;
import io.wavehouse.ingest.deadletter.DeadLetterCommand;
import io.wavehouse.ingest.deadletter.SafeText;
import io.wavehouse.ingest.jetstream.ReadableDataPort;
import io.wavehouse.ingest.settings.Settings;
import io.wavehouse.ingest.settings.SettingsException;
import io.wavehouse.ingest.settings.SettingsLoader;
import io.wavehouse.ingest.settings.StreamSettings;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

/**
 * The command {@code wavehouse dlq}, with the bundle's settings and without the bundle. Exits with
 * 0 when all was done, 1 when not, 2 when the command line or the settings are wrong.
 */
public final class DeadLetterMain {
  /** Set by the launcher when stderr is a terminal. */
  private static final String TERMINAL = "wavehouse.terminal";

  private DeadLetterMain() {}

  /** Runs one command. */
  public static void main(String[] args) throws InterruptedException {
    PrintStream out =
        new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)),
            false,
            StandardCharsets.UTF_8);
    int code = run(out, args);
    out.flush();
    System.exit(code);
  }

  private static int run(PrintStream out, String... args) throws InterruptedException {
    CommandLine line;
    Settings settings;
    try {
      line = CommandLine.parse(args);
      settings = SettingsLoader.load(line.config(), System.getenv());
    } catch (IllegalArgumentException e) {
      return fail(2, e.getMessage() + "; see ./wavehouse dlq --help");
    } catch (SettingsException e) {
      return fail(2, e.getMessage());
    }
    settings.warnings().forEach(warning -> fail(0, warning));
    String servers = String.join(",", settings.nats().servers());
    Connection connection;
    try {
      connection = connect(settings);
    } catch (IOException | GeneralSecurityException e) {
      return fail(1, "no connection to NATS at " + servers + ": " + reason(e));
    }
    try {
      return new DeadLetterCommand(
              connection,
              settings.dlq().stream(),
              settings.streams().stream().map(StreamSettings::name).toList(),
              out,
              System.err,
              Boolean.getBoolean(TERMINAL))
          .run(line);
    } catch (IOException | JetStreamApiException e) {
      return fail(
          1, "NATS at " + servers + ": " + reason(e) + "; what was not done is still parked");
    } finally {
      connection.close();
    }
  }

  private static Connection connect(Settings settings)
      throws IOException, GeneralSecurityException, InterruptedException {
    Options.Builder options =
        ReadableDataPort.use(new Options.Builder())
            .servers(settings.nats().servers().toArray(String[]::new))
            .connectionName("wavehouse dlq")
            // What goes wrong comes back from the call that met it.
            .errorListener(new ErrorListener() {})
            .maxReconnects(0);
    new NatsLogin(settings.nats()).apply(options);
    return Nats.connect(options.build());
  }

  private static String reason(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private static int fail(int code, String message) {
    System.err.println("wavehouse: " + SafeText.of(message));
    return code;
  }
}

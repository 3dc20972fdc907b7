package io.wavehouse.ingest.deadletter;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.MessageInfo;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code wavehouse dlq}: does what a command line asks for and prints it. */
public final class DeadLetterCommand {
  private final Connection connection;
  private final ParkedStream parked;
  private final List<String> ingest;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private final Instant now = Instant.now();

  /**
   * @param stream of the dead letters
   * @param ingest names of the streams that rows may go back to
   * @param terminal whether someone watches {@code err}, so that it shows progress
   */
  public DeadLetterCommand(
      Connection connection,
      String stream,
      List<String> ingest,
      PrintStream out,
      PrintStream err,
      boolean terminal)
      throws IOException {
    this.connection = connection;
    this.parked = new ParkedStream(connection, stream);
    this.ingest = ingest;
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  /** Returns the exit code: 0 when all that was meant was done, else 1. */
  public int run(CommandLine line) throws IOException, JetStreamApiException, InterruptedException {
    return switch (line.verb()) {
      case "list" -> list(line);
      case "show" -> show(line);
      case "replay" -> replay(line);
      default -> purge(line);
    };
  }

  private int list(CommandLine line)
      throws IOException, JetStreamApiException, InterruptedException {
    DeadLetterRequest request = line.request();
    DeadLetterTable table = new DeadLetterTable(now);
    ParkedStream.Span span = parked.span();
    if (!line.json()) {
      out.println(table.head());
    }
    int[] left = {request.limit() == 0 ? Integer.MAX_VALUE : request.limit()};
    parked.scan(
        request.filter(),
        span,
        letter -> {
          if (request.filter().test(letter, now)) {
            String row = table.row(letter);
            out.println(line.json() ? DeadLetterJson.line(DeadLetterJson.row(letter, now)) : row);
            left[0]--;
          }
          // A reader that has seen enough, such as head, closes its end.
          return left[0] > 0 && !out.checkError();
        });
    if (!line.json()) {
      out.println(table.summary(span.rows()));
    }
    return 0;
  }

  private int show(CommandLine line) throws IOException, JetStreamApiException {
    long sequence = line.request().filter().from();
    Optional<MessageInfo> stored = parked.get(sequence);
    if (stored.isEmpty()) {
      err.println("wavehouse: no row " + sequence + " is parked in stream " + parked.name());
      return 1;
    }
    if (line.json()) {
      out.println(DeadLetterJson.line(DeadLetterJson.whole(stored.get(), now)));
      return 0;
    }
    DeadLetter letter = DeadLetter.of(stored.get());
    String age = DeadLetterTable.age(Duration.between(letter.parkedAt(), now));
    out.println("row " + sequence + " of stream " + parked.name() + ", " + age + " old");
    letter
        .headers()
        .forEach((name, value) -> out.println(SafeText.of(name) + ": " + SafeText.of(value)));
    out.println();
    byte[] payload = DeadLetterJson.payload(stored.get());
    out.println(
        DeadLetterJson.text(payload)
            .map(SafeText::of)
            .orElse(payload.length + " bytes that are no UTF-8; --json gives them in base 64"));
    return 0;
  }

  private int replay(CommandLine line)
      throws IOException, JetStreamApiException, InterruptedException {
    DeadLetterRequest request = line.request();
    Replay replay =
        new Replay(connection, parked, ingest, new JetStreamRepublisher(connection, parked));
    ProgressBar bar =
        new ProgressBar(request.dryRun() ? "counted" : "replayed", err, System::nanoTime);
    Outcome outcome =
        replay.run(request, now, Pace.of(request.rate()), terminal ? bar : Progress.NONE);
    bar.clear();
    return tell(line, "replayed", request.dryRun(), outcome);
  }

  private int purge(CommandLine line)
      throws IOException, JetStreamApiException, InterruptedException {
    DeadLetterRequest request = line.request();
    ProgressBar bar =
        new ProgressBar(request.isOnlyCounting() ? "counted" : "purged", err, System::nanoTime);
    Outcome outcome = new Purge(parked).run(request, now, terminal ? bar : Progress.NONE);
    bar.clear();
    int code = tell(line, "purged", request.isOnlyCounting(), outcome);
    if (!request.yes() && !request.dryRun() && !line.json()) {
      out.println("Nothing is purged without --yes.");
    }
    return code;
  }

  private int tell(CommandLine line, String done, boolean dryRun, Outcome outcome) {
    if (line.json()) {
      out.println(DeadLetterJson.line(DeadLetterJson.outcome(done, dryRun, outcome)));
    } else {
      out.println(
          String.format(
              Locale.ROOT,
              "%,d %s %s%s",
              outcome.done(),
              outcome.done() == 1 ? "row" : "rows",
              dryRun ? "would be " + done : done,
              outcome.left() == 0
                  ? ""
                  : String.format(Locale.ROOT, ", %,d cannot be and stay parked", outcome.left())));
    }
    outcome.reasons().forEach(reason -> err.println("wavehouse: stays parked: " + reason));
    outcome
        .stopped()
        .ifPresent(
            why ->
                err.println(
                    "wavehouse: stopped: "
                        + SafeText.of(why)
                        + "; the rest is still parked, run it again"));
    return outcome.isComplete() ? 0 : 1;
  }
}

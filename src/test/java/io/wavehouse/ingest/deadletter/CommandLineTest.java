package io.wavehouse.ingest.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line, and what is said of a slip. */
class CommandLineTest {
  private static CommandLine parse(String line) {
    return CommandLine.parse(line.isEmpty() ? new String[0] : line.split(" ", -1));
  }

  @Test
  void allOfItIsRead() {
    CommandLine line =
        parse("replay --table t --class rejected --code 27 --rate 50 --dry-run --json --config f");
    assertThat(line.verb()).isEqualTo("replay");
    assertThat(line.json()).isTrue();
    assertThat(line.config()).contains(Path.of("f"));
    assertThat(line.request().rate()).isEqualTo(50);
    assertThat(line.request().dryRun()).isTrue();
    assertThat(line.request().filter().table()).contains("t");
    assertThat(line.request().filter().code()).contains("27");
  }

  @Test
  void oneSequenceIsAFilterOfOneRow() {
    assertThat(parse("show 12").request().filter().from()).isEqualTo(12);
    assertThat(parse("replay 12").request().filter().to()).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource({
    "'',dlq needs a command",
    "lst,dlq needs a command",
    "list --yes,dlq list does not know '--yes'",
    "show,show needs a sequence",
    "show 1 2,dlq show takes one sequence",
    "show x,seq=x must be a whole number",
    "replay,say which rows",
    "replay --rate 5,say which rows",
    "replay --table,--table needs a value",
    "replay --table a --table b,dlq replay takes --table once",
    "replay --all --yes,dlq replay does not know '--yes'",
    "purge --rate 5,dlq purge does not know '--rate'"
  })
  void aSlipIsSaidInOneLine(String line, String said) {
    assertThatThrownBy(() -> parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(said);
  }
}

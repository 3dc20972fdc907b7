package io.wavehouse.ingest.jetstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderGuardTest {
  private static final String ACK = "$JS.ACK.S.c.1.1.1.1.0";

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 4_096})
  void whatCanBeReadGoesThroughAsItIsHoweverItArrives(int chunk) throws IOException {
    String wire =
        "INFO {\"max_payload\":1}\r\nPING\r\n+OK\r\nMSG a.b 1 5\r\nHMSG \r\n"
            + message("NATS/1.0\r\nX: 1\r\n\r\n", "NATS/1.0\r\n: no header\r\n\r\n", ACK)
            + "MSG a 1 0\r\n\r\n"
            + "MSG zo\u00c3\u00ab 1 0\r\n\r\n"
            + message("NATS/1.0 404 No Messages\r\n\r\n", "", "reply");

    assertThat(through(wire, chunk)).isEqualTo(wire);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4_096})
  void aValueThatIsNotAsciiIsMendedAndTheOtherHeadersStay(int chunk) throws IOException {
    assertThat(
            through(message("NATS/1.0\r\nX: caf\u00c3\u00a9\r\nY: 1\r\n\r\n", "row", ACK), chunk))
        .isEqualTo(message("NATS/1.0\r\nX: caf??\r\nY: 1\r\n\r\n", "row", ACK));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NATS/1.0\r\nno colon\r\n\r\n",
        "NATS/1.0\r\nX y: 1\r\n\r\n",
        "NATS/1.0\r\nX: a\rb\r\n\r\n",
        "NATS/1.0",
        "X",
        "NATS/1.0 ",
        "HTTP/1.1 200 OK\r\n\r\n",
        "NATS/1.0 409 Consumer Deleted\r\n\r\n"
      })
  void headersOfAStoredMessageThatCannotBeReadOrSpeakForTheServerAreLeftOut(String headers)
      throws IOException {
    assertThat(through(message(headers, "row", ACK) + "PING\r\n", 5))
        .isEqualTo("MSG ingest.t 1 " + ACK + " 3\r\nrow\r\nPING\r\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4_096})
  void aPayloadIsNotTakenForAMessageWhateverItLooksLike(int chunk) throws IOException {
    // The line ends take up whatever a size read too small would leave of the payload.
    String payload = "\n".repeat(12) + message("NATS/1.0\r\nno colon\r\n\r\n", "row", ACK);
    String wire = "MSG a 1 %d\r\n%s\r\n".formatted(payload.length(), payload);

    assertThat(through(wire, chunk)).isEqualTo(wire);
  }

  @Test
  void anEndOfTheConnectionIsOne() throws IOException {
    assertThat(new HeaderGuard(ended()).read(new byte[8], 0, 8)).isEqualTo(-1);
  }

  private static HeaderGuard.Source ended() {
    return new ByteArrayInputStream(new byte[0])::read;
  }

  private static String message(String headers, String payload, String reply) {
    int total = headers.length() + payload.length();
    return "HMSG ingest.t 1 %s %d %d\r\n%s%s\r\n"
        .formatted(reply, headers.length(), total, headers, payload);
  }

  private static String through(String wire, int chunk) throws IOException {
    ByteArrayInputStream server =
        new ByteArrayInputStream(wire.getBytes(StandardCharsets.ISO_8859_1));
    HeaderGuard guard =
        new HeaderGuard(
            (target, offset, length) -> server.read(target, offset, Math.min(length, chunk)));
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] some = new byte[11];
    for (int count = guard.read(some, 0, 11); count > 0; count = guard.read(some, 0, 11)) {
      read.write(some, 0, count);
    }
    return read.toString(StandardCharsets.ISO_8859_1);
  }
}

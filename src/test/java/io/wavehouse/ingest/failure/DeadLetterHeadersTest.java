package io.wavehouse.ingest.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.impl.Headers;
import io.wavehouse.ingest.batch.Row;
import io.wavehouse.ingest.batch.Target;
import io.wavehouse.ingest.jetstream.Deliveries;
import io.wavehouse.ingest.jetstream.Delivery;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a parked row says of itself, and that it always fits. */
class DeadLetterHeadersTest {
  private static final long PLENTY = 1 << 20;
  private static final Instant STORED = Instant.parse("2026-03-29T12:00:00.123456789Z");
  private static final Instant PARKED = Instant.parse("2026-03-29T12:00:07Z");

  @Test
  void theMessageIdNamesTheMessageToTheNanosecond() {
    assertThat(headers("t", verdict("no"), 10, PLENTY))
        .containsEntry("Nats-Msg-Id", "S:42:1774785600123456789");
  }

  @Test
  void everythingAnOperatorAsksForIsThere() {
    assertThat(headers("t", verdict("no"), 10, PLENTY))
        .containsEntry("Wavehouse-Error-Class", "rejected")
        .containsEntry("Wavehouse-Error-Code", "27")
        .containsEntry("Wavehouse-Error-Name", "CANNOT_PARSE")
        .containsEntry("Wavehouse-Http-Status", "400")
        .containsEntry("Wavehouse-Error-Message", "no")
        .containsEntry("Wavehouse-Table", "t")
        .containsEntry("Wavehouse-Tenant", "0")
        .containsEntry("Wavehouse-Subject", "ingest.t")
        .containsEntry("Wavehouse-Stream", "S")
        .containsEntry("Wavehouse-Stream-Sequence", "42")
        .containsEntry("Wavehouse-Delivered", "7")
        .containsEntry("Wavehouse-Parked-At", "2026-03-29T12:00:07Z")
        .hasSize(13);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "41,41", "0,", "-1,", "x,", "9999999,"})
  void aReplayedRowThatIsParkedAgainKeepsItsCountAndNothingElseCounts(String said, String counted) {
    Headers publisher = new Headers().put("Wavehouse-Replays", said).put("Wavehouse-Table", "u");
    Delivery delivery = Deliveries.of("S", 42, STORED, "ingest.t", new byte[1], publisher);
    Row row = new Row(delivery, delivery.payload());
    Map<String, String> headers =
        DeadLetterHeaders.of(
            new JudgedRow(row, new Target("0", "t"), verdict("no"), false), PARKED, PLENTY);
    assertThat(headers.get("Wavehouse-Replays")).isEqualTo(counted);
    assertThat(headers).containsEntry("Wavehouse-Table", "t");
  }

  @Test
  void poisonHasNeitherCodeNorStatus() {
    assertThat(headers("t", Verdict.poison("empty payload"), 0, PLENTY))
        .containsEntry("Wavehouse-Error-Class", "poison")
        .doesNotContainKeys(
            "Wavehouse-Error-Code", "Wavehouse-Error-Name", "Wavehouse-Http-Status");
  }

  @Test
  void aMessageIsOneLineOfAscii() {
    String said = "Code: 27.\r\nX-Injected: 1\r\n\r\nüber \uD83C\uDF0B\u2028 \u0000 end\uD83D";
    assertThat(headers("t", verdict(said), 10, PLENTY))
        .containsEntry("Wavehouse-Error-Message", "Code: 27. X-Injected: 1 ?ber ? end");
  }

  @Test
  void aLongMessageIsCutTo4096Bytes() {
    assertThat(message("x".repeat(100_000))).isEqualTo("x".repeat(4_096));
    assertThat(message("\uD83C\uDF0B".repeat(10_000))).hasSizeLessThanOrEqualTo(4_096);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nb", "ü", "50%", "\uD83C\uDF0B", " t", "t ", "  ", "\u0000", "a\tb"})
  void aNameOfAnyKindIsPrintableAndComesBackWhole(String table) {
    String header = headers(table, verdict("no"), 10, PLENTY).get("Wavehouse-Table");
    assertThat(header).matches("[!-~]([ -~]*[!-~])?");
    assertThat(Target.of("ingest." + header.replace(" ", "%20")).table()).isEqualTo(table);
  }

  @Test
  void payloadAndHeadersFitWhateverRoomThereIs() {
    Verdict verdict = verdict("x".repeat(700));
    for (int room = 0; room < 1_200; room++) {
      assertThat(bytes(headers("t", verdict, 1_000, 1_000 + room))).isLessThanOrEqualTo(room);
    }
  }

  @Test
  void theErrorMessageGoesFirstAndTheMessageIdLast() {
    Map<String, String> whole = headers("t", verdict("x".repeat(100)), 0, PLENTY);
    long size = bytes(whole);
    assertThat(headers("t", verdict("x".repeat(100)), 0, size)).isEqualTo(whole);
    assertThat(headers("t", verdict("x".repeat(100)), 0, size - 40))
        .containsEntry("Wavehouse-Error-Message", "x".repeat(60))
        .hasSameSizeAs(whole);
    assertThat(headers("t", verdict("x".repeat(100)), 0, 60)).containsOnlyKeys("Nats-Msg-Id");
  }

  @Test
  void aPayloadThatFillsTheMessageLeavesNoHeader() {
    assertThat(headers("t", verdict("no"), 1_000, 1_000)).isEmpty();
  }

  private static String message(String said) {
    return headers("t", verdict(said), 10, PLENTY).get("Wavehouse-Error-Message");
  }

  private static Verdict verdict(String message) {
    return new Verdict(Verdict.REJECTED, 27, "CANNOT_PARSE", 400, message);
  }

  private static Map<String, String> headers(
      String table, Verdict verdict, int payload, long maxPayload) {
    Delivery delivery = Deliveries.of("S", 42, STORED, "ingest.t", new byte[payload]);
    Row row = new Row(delivery, delivery.payload());
    return DeadLetterHeaders.of(
        new JudgedRow(row, new Target("0", table), verdict, false), PARKED, maxPayload);
  }

  /** As they go over the wire; a message without headers has no frame for them either. */
  private static int bytes(Map<String, String> headers) {
    Headers wire = new Headers();
    headers.forEach(wire::put);
    return headers.isEmpty() ? 0 : wire.serializedLength();
  }
}

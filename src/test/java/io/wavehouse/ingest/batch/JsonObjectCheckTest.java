package io.wavehouse.ingest.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectCheckTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " {\"a\":\n[1,{\"b\":null}]} \n",
        "{\"ü\":\"😀\",\"n\":-9223372036854775808}"
      })
  void oneCompleteObjectIsARow(String payload) {
    assertThat(JsonObjectCheck.fault(payload.getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "[]",
        "1",
        "{",
        "{\"a\":1",
        "{}{}",
        "{} x",
        "{\"a\":1}]",
        "\uFEFF{}",
        "{'a':1}"
      })
  void anythingElseIsPoison(String payload) {
    assertThat(JsonObjectCheck.fault(payload.getBytes(StandardCharsets.UTF_8))).isNotEmpty();
  }

  @Test
  void invalidUtf8IsPoison() {
    byte[] payload = "{\"a\":\"?\"}".getBytes(StandardCharsets.UTF_8);
    payload[6] = (byte) 0xC0;
    assertThat(JsonObjectCheck.fault(payload)).contains("payload is no valid UTF-8");
  }

  @Test
  void anotherEncodingThanUtf8IsPoison() {
    assertThat(JsonObjectCheck.fault("{\"a\":1}".getBytes(StandardCharsets.UTF_16LE)))
        .contains("payload is no valid UTF-8");
  }
}

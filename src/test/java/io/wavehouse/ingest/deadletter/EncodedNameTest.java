package io.wavehouse.ingest.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name comes back whole. */
class EncodedNameTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"ingest.t", "ingest.a%20b", "50%", "%", "%2", "\u00FC", "\uD83C\uDF0B", " "})
  void whatIsEncodedIsDecoded(String name) {
    assertThat(EncodedName.encode(name)).matches("[!-~]*");
    assertThat(EncodedName.decode(EncodedName.encode(name))).isEqualTo(name);
  }
}

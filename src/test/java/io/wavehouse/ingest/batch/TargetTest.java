package io.wavehouse.ingest.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  @Test
  void aSubjectWithoutATenantIsTheDefaultTenants() {
    assertThat(Target.of("ingest.clicks")).isEqualTo(new Target("0", "clicks"));
    assertThat(Target.of("ingest.0.clicks")).isEqualTo(new Target("0", "clicks"));
    assertThat(Target.of("ingest.acme.clicks")).isEqualTo(new Target("acme", "clicks"));
  }

  @Test
  void aTokenIsPercentDecoded() {
    assertThat(Target.of("ingest.a%20b%2E%C3%BC").table()).isEqualTo("a b.ü");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ingest",
        "ingest.",
        "ingest..a",
        "ingest.a.b.c",
        "ingest.a%2",
        "ingest.a%zz",
        "ingest.a%",
        "ingest.%FF"
      })
  void whatAddressesNoTableIsRefusedByName(String subject) {
    assertThatThrownBy(() -> Target.of(subject))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("subject " + subject);
  }
}

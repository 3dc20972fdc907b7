package io.wavehouse.ingest.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectsTest {
  @ParameterizedTest
  @CsvSource({
    "ingest.>,ingest.a.*,true,true",
    "ingest.*.*,ingest.a.*,true,true",
    "ingest.*,ingest.a.*,false,false",
    "ingest.0.*,ingest.a.*,false,false",
    "ingest.a.t,ingest.a.*,false,true",
    "ingest.*.t,ingest.a.*,false,true",
    "ingest.a.*,ingest.>,false,true",
    ">,dlq.>,true,true",
    "ingest.a,ingest.>,false,true",
    "ingest,ingest.>,false,false",
  })
  void wideCoversNarrowWhenEverySubjectFitsAndOverlapsWhenOneDoes(
      String wide, String narrow, boolean covers, boolean overlap) {
    assertThat(Subjects.covers(wide, narrow)).isEqualTo(covers);
    assertThat(Subjects.overlap(wide, narrow)).isEqualTo(overlap);
    assertThat(Subjects.overlap(narrow, wide)).isEqualTo(overlap);
  }

  @ParameterizedTest
  @CsvSource({
    "ingest.*,true",
    "ingest.>,true",
    "a,true",
    "a..b,false",
    ".a,false",
    "a.,false",
    "a.>.b,false",
    "a*.b,false",
    "a b,false",
    "'',false",
  })
  void aSubjectIsNamesBetweenDots(String subject, boolean valid) {
    assertThat(Subjects.valid(subject)).isEqualTo(valid);
  }
}

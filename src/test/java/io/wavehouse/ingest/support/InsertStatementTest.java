package io.wavehouse.ingest.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where an INSERT ends and its data begin. */
class InsertStatementTest {
  @Test
  void dataBeginAfterTheLineOfTheFormat() {
    byte[] text = "INSERT INTO `ä` FORMAT JSONEachRow\n{\"id\":1}".getBytes(UTF_8);
    InsertStatement insert = InsertStatement.in(text);
    assertThat(insert.format()).isEqualTo("JSONEachRow");
    assertThat(new String(insert.headBytes(), UTF_8)).isEqualTo("INSERT INTO `ä` ");
    int length = text.length - insert.dataOffset();
    assertThat(new String(text, insert.dataOffset(), length, UTF_8)).isEqualTo("{\"id\":1}");
  }

  @Test
  void quotedNamesAndSettingsAreNoFormat() {
    String head = "insert into `a\\` format x` (`format`) settings a='format y' ";
    assertThat(InsertStatement.in((head + "format TSV\n1").getBytes(UTF_8)).head()).isEqualTo(head);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 FORMAT JSON",
        "INSERT INTO t VALUES (1)",
        "INSERT INTO t FORMAT Values (1)",
        "INSERT INTO t SELECT 1 FORMAT JSON",
        "INSERT INTO t FORMAT",
        ""
      })
  void otherStatementsAreLeftWhole(String sql) {
    assertThat(InsertStatement.in(sql.getBytes(UTF_8))).isNull();
  }
}

package io.wavehouse.ingest.demo;

import io.wavehouse.ingest.support.ClickHouseServer;
import java.util.List;

/** The demo's tables in ClickHouse, in a database of their own that each run makes anew. */
final class Tables {
  static final String DATABASE = "wavehouse_demo";
  private static final int NAMED_AT_MOST = 5;

  private final ClickHouseServer server;

  Tables(ClickHouseServer server) {
    this.server = server;
  }

  void create(List<SampleTable> tables) {
    drop();
    server.query("CREATE DATABASE " + DATABASE);
    for (SampleTable table : tables) {
      server.query(table.create(DATABASE));
    }
  }

  void drop() {
    server.query("DROP DATABASE IF EXISTS " + DATABASE);
  }

  /** Rows of all tables, from the parts' metadata: cheap enough to ask twice a second. */
  long rows() {
    return Long.parseLong(
        server.query(
            "SELECT sum(total_rows) FROM system.tables WHERE database='%s'".formatted(DATABASE)));
  }

  /**
   * Reads the whole table.
   *
   * @param expected ids from 0 below this are looked for
   */
  LandedRows landed(SampleTable table, long expected) {
    String from = " FROM " + table.in(DATABASE);
    String[] sums =
        server
            .query(
                "SELECT sum(copies), count(), sum(crc) FROM (SELECT count() AS copies, CRC32(any("
                    + table.proof()
                    + ")) AS crc"
                    + from
                    + " GROUP BY id)")
            .split("\t", -1);
    String missing =
        server.query(
            "SELECT toInt64(number) AS id FROM numbers(%d) WHERE id NOT IN (SELECT id%s) LIMIT %d"
                .formatted(expected, from, NAMED_AT_MOST));
    return new LandedRows(
        Long.parseLong(sums[0]),
        Long.parseLong(sums[1]),
        Long.parseLong(sums[2]),
        missing.lines().map(Long::valueOf).toList());
  }
}

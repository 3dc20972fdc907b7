package io.wavehouse.ingest.demo;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * One event to publish.
 *
 * @param table where it belongs
 * @param json its payload
 * @param proof its values as {@link SampleTable#proof()} reads them back from ClickHouse; empty for
 *     a bad event, which no table takes and which must be parked
 */
record SampleEvent(SampleTable table, String json, String proof) {
  byte[] payload() {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  boolean bad() {
    return proof.isEmpty();
  }

  /** CRC32 of the proof, as ClickHouse's {@code CRC32} gives it. */
  long checksum() {
    CRC32 sum = new CRC32();
    sum.update(proof.getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }
}

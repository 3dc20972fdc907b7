package io.wavehouse.ingest.demo;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A table of the demo.
 *
 * @param name its real name, unquoted
 * @param columns for CREATE TABLE; {@code id Int64} counts its events from 0
 * @param proof expression over a row whose text must equal {@link SampleEvent#proof()}, so that
 *     what landed can be held against what was published
 */
record SampleTable(String name, String columns, String proof) {
  /** As a statement names it. */
  String in(String database) {
    return database + ".`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
  }

  String create(String database) {
    return "CREATE TABLE " + in(database) + " (" + columns + ") ENGINE = MergeTree ORDER BY id";
  }

  /** As the bundle reads subjects: the table is one token, percent-encoded. */
  String subject() {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
    return "ingest." + encoded.replace("+", "%20").replace(".", "%2E");
  }
}

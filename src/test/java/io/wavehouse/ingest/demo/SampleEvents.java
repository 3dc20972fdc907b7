package io.wavehouse.ingest.demo;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * What the demo publishes: events over four tables, chosen for what goes wrong between JSON and
 * ClickHouse (unicode in names and values, the ends of Int64, times with a Z, nested values). The
 * same each time.
 */
final class SampleEvents {
  private static final SampleTable SENSORS =
      new SampleTable(
          "Straßenwetter_東京",
          "id Int64, city String, reading Float64",
          "concat(toString(id), '|', city, '|', toString(reading))");
  private static final SampleTable PAYMENTS =
      new SampleTable(
          "payments",
          "id Int64, account UInt64, cents Int64",
          "concat(toString(id), '|', toString(account), '|', toString(cents))");
  private static final SampleTable VISITS =
      new SampleTable(
          "visits",
          "id Int64, day Date, seen DateTime('UTC'), at DateTime64(3, 'UTC')",
          "concat(toString(id), '|', toString(day), '|', toString(toUnixTimestamp(seen)), '|',"
              + " toString(toUnixTimestamp64Milli(at)))");
  private static final SampleTable ORDERS =
      new SampleTable(
          "web orders 2026.`new`",
          "id Int64, labels Map(String, String), place Tuple(lat Float64, lon Float64),"
              + " items Array(Tuple(sku String, quantity UInt32)), note Nullable(String)",
          "concat(toString(id), '|', labels['channel'], '|', toString(place.lat), '|',"
              + " arrayStringConcat(items.sku, ','), '|', toString(arraySum(items.quantity)), '|',"
              + " ifNull(note, 'NULL'))");

  static final List<SampleTable> TABLES = List.of(SENSORS, PAYMENTS, VISITS, ORDERS);

  private static final List<String> CITIES =
      List.of("Zürich", "東京", "Αθήνα", "القاهرة", "Reykjavík 🌋", "quote \\\" and tab \\t");
  private static final long[] CENTS = {Long.MIN_VALUE, Long.MAX_VALUE, -1, 0, 1, 9007199254740993L};
  private static final Instant START = Instant.parse("2026-03-29T00:59:59.000Z");

  private SampleEvents() {}

  /** Good events, the tables taking turns. */
  static List<SampleEvent> good(int count) {
    List<SampleEvent> events = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int id = i / TABLES.size();
      events.add(
          switch (i % TABLES.size()) {
            case 0 -> sensor(id);
            case 1 -> payment(id);
            case 2 -> visit(id);
            default -> order(id);
          });
    }
    return events;
  }

  /** Events that no table takes: each kind of mistake for each table. */
  static List<SampleEvent> bad() {
    List<SampleEvent> events = new ArrayList<>();
    for (SampleTable table : TABLES) {
      events.add(bad(table, "{\"id\":\"not a number\"}"));
      events.add(bad(table, "{\"id\":-1,\"no_such_column\":1}"));
      events.add(bad(table, "{\"id\":-1"));
      events.add(bad(table, "[{\"id\":-1}]"));
    }
    for (String date : List.of("yesterday", "2026-13-45", "12 o'clock", "0x7E6")) {
      events.add(bad(VISITS, "{\"id\":-1,\"at\":\"" + date + "\"}"));
    }
    return events;
  }

  private static SampleEvent bad(SampleTable table, String json) {
    return new SampleEvent(table, json, "");
  }

  private static SampleEvent sensor(int id) {
    String city = CITIES.get(id % CITIES.size());
    String reading = id % 50 + ".5";
    String json = "{\"id\":%d,\"city\":\"%s\",\"reading\":%s}".formatted(id, city, reading);
    String read = city.replace("\\\"", "\"").replace("\\t", "\t");
    return new SampleEvent(SENSORS, json, id + "|" + read + "|" + reading);
  }

  private static SampleEvent payment(int id) {
    long cents = CENTS[id % CENTS.length];
    String account = id % 2 == 0 ? "18446744073709551615" : Integer.toString(id);
    String json = "{\"id\":%d,\"account\":%s,\"cents\":%d}".formatted(id, account, cents);
    return new SampleEvent(PAYMENTS, json, id + "|" + account + "|" + cents);
  }

  private static SampleEvent visit(int id) {
    Instant at = START.plusSeconds(id).plusMillis(id % 1000);
    String day = at.toString().substring(0, 10);
    String seen = at.truncatedTo(ChronoUnit.SECONDS).toString();
    String json = "{\"id\":%d,\"day\":\"%s\",\"seen\":\"%s\",\"at\":\"%s\"}";
    return new SampleEvent(
        VISITS,
        json.formatted(id, day, seen, at),
        id + "|" + day + "|" + at.getEpochSecond() + "|" + at.toEpochMilli());
  }

  private static SampleEvent order(int id) {
    String channel = id % 3 == 0 ? "Büro" : "web";
    String note = id % 2 == 0 ? "null" : "\"ring twice\"";
    String read = id % 2 == 0 ? "NULL" : "ring twice";
    int quantity = id % 7;
    String json =
        """
        {"id":%d,"labels":{"channel":"%s","größe":"XL"},"place":{"lat":%d.25,"lon":-0.5},\
        "items":[{"sku":"Ω-1","quantity":%d},{"sku":"tea","quantity":2}],"note":%s}"""
            .formatted(id, channel, id % 90, quantity, note);
    String proof = "%d|%s|%d.25|Ω-1,tea|%d|%s".formatted(id, channel, id % 90, quantity + 2, read);
    return new SampleEvent(ORDERS, json, proof);
  }
}

package io.wavehouse.ingest.settings;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads {@code wavehouse.failure.codes.*}; what the words do is the classifier's affair. */
final class FailureCodesReader {
  private static final String PREFIX = "wavehouse.failure.codes.";
  private static final List<String> CLASSES = List.of("rejected", "unavailable", "denied");
  private static final List<String> SUFFIXES = List.of("table", "splittable");

  private final Values values;

  FailureCodesReader(Values values) {
    this.values = values;
  }

  Map<Integer, String> read() {
    Map<Integer, String> codes = new TreeMap<>();
    for (String key : values.keys(PREFIX)) {
      String code = key.substring(PREFIX.length());
      Setting setting = values.setting(key);
      if (!code.matches("[1-9]\\d{0,8}")) {
        throw setting.refused("an exception code is a positive number");
      }
      List<String> words = values.list(key);
      List<String> suffixes = words.subList(1, words.size());
      if (!CLASSES.contains(words.get(0)) || !SUFFIXES.containsAll(suffixes)) {
        throw setting.refused(
            "must be rejected, unavailable or denied, then ,table or ,splittable if it applies");
      }
      if (words.get(0).equals("rejected") && !suffixes.isEmpty()) {
        throw setting.refused("," + suffixes.get(0) + " goes only with unavailable or denied");
      }
      codes.put(Integer.valueOf(code), String.join(",", words));
    }
    return codes;
  }
}

package io.wavehouse.ingest.settings;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Immutable copies in the order of their keys, so that logs and requests read the same twice. */
final class Sorted {
  private Sorted() {}

  static <K extends Comparable<K>, V> Map<K, V> copy(Map<K, V> map) {
    return Collections.unmodifiableMap(new TreeMap<>(map));
  }
}

package io.wavehouse.ingest.clickhouse;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads {@code wavehouse.failure.codes.<code>}: a class, then {@code ,table}, {@code ,splittable}.
 */
final class CodeOverride {
  static final String PREFIX = "wavehouse.failure.codes.";
  private static final List<FailureClass> CLASSES =
      List.of(FailureClass.REJECTED, FailureClass.UNAVAILABLE, FailureClass.DENIED);

  private CodeOverride() {}

  static CodeTable.Entry parse(int code, String name, String value) {
    if (code <= 0) {
      throw bad(code, value, "a code is a positive number");
    }
    String[] parts = String.valueOf(value).split(",", -1);
    String className = parts[0].strip();
    FailureClass failureClass =
        CLASSES.stream()
            .filter(known -> known.metricName().equals(className))
            .findFirst()
            .orElseThrow(() -> bad(code, value, "must begin with rejected, unavailable or denied"));
    Set<String> flags = new HashSet<>();
    for (int part = 1; part < parts.length; part++) {
      String flag = parts[part].strip();
      if (!flag.equals("table") && !flag.equals("splittable")) {
        throw bad(code, value, "after the class only ,table and ,splittable may follow");
      }
      if (!flags.add(flag)) {
        throw bad(code, value, "names ," + flag + " twice");
      }
    }
    if (flags.contains("splittable") && !failureClass.isRetried()) {
      throw bad(code, value, "splittable goes with unavailable or denied only");
    }
    // A rejected code opens no backoff, so there is nothing to scope to the table.
    boolean tableScoped = flags.contains("table") && failureClass.isRetried();
    return new CodeTable.Entry(
        code,
        name,
        failureClass,
        tableScoped,
        flags.contains("splittable"),
        "set by " + PREFIX + code);
  }

  private static IllegalArgumentException bad(int code, String value, String rule) {
    return new IllegalArgumentException(
        PrintableLine.of(PREFIX + code + "=" + value + ": " + rule, Failure.MAX_MESSAGE));
  }
}

package io.wavehouse.ingest.settings;

/** NATS subjects with wildcards: what is one, and which take in which. */
public final class Subjects {
  private Subjects() {}

  /** True when NATS takes it, wildcards included. */
  public static boolean valid(String subject) {
    if (subject.chars().anyMatch(c -> c <= ' ' || c == 127)) {
      return false;
    }
    String[] tokens = subject.split("\\.", -1);
    for (int i = 0; i < tokens.length; i++) {
      boolean wildcard = tokens[i].equals("*") || (tokens[i].equals(">") && i == tokens.length - 1);
      if (tokens[i].isEmpty()
          || (!wildcard && (tokens[i].contains("*") || tokens[i].contains(">")))) {
        return false;
      }
    }
    return true;
  }

  /** True when every subject that fits {@code narrow} fits {@code wide}. */
  public static boolean covers(String wide, String narrow) {
    String[] w = wide.split("\\.", -1);
    String[] n = narrow.split("\\.", -1);
    for (int i = 0; i < w.length; i++) {
      if (i >= n.length) {
        return false;
      }
      if (w[i].equals(">")) {
        return true;
      }
      if (n[i].equals(">") || (!w[i].equals("*") && !w[i].equals(n[i]))) {
        return false;
      }
    }
    return w.length == n.length;
  }

  /** True when some subject fits both: NATS lets no two streams, nor one twice, take it. */
  static boolean overlap(String one, String other) {
    String[] a = one.split("\\.", -1);
    String[] b = other.split("\\.", -1);
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      if (a[i].equals(">") || b[i].equals(">")) {
        return true;
      }
      if (!a[i].equals("*") && !b[i].equals("*") && !a[i].equals(b[i])) {
        return false;
      }
    }
    return a.length == b.length;
  }
}

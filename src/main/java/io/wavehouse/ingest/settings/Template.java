package io.wavehouse.ingest.settings;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key, or a family of keys with a name in it: {@code wavehouse.tables.<table>.format}. A name in
 * the middle is one segment; a name at the end is all that is left.
 */
record Template(String text, Pattern key, Pattern variable) {
  private static final Pattern HOLE = Pattern.compile("<[a-z]+>");

  static Template of(String text) {
    StringBuilder key = new StringBuilder();
    StringBuilder variable = new StringBuilder();
    Matcher holes = HOLE.matcher(text);
    int from = 0;
    while (holes.find()) {
      String literal = text.substring(from, holes.start());
      boolean last = holes.end() == text.length();
      key.append(Pattern.quote(literal)).append(last ? "(.+)" : "([^.]+)");
      // Reluctant: the shortest name that leaves a known rest.
      variable.append(Pattern.quote(variable(literal))).append(last ? "(.+)" : "(.+?)");
      from = holes.end();
    }
    String rest = text.substring(from);
    key.append(Pattern.quote(rest));
    variable.append(Pattern.quote(variable(rest)));
    return new Template(
        text, Pattern.compile(key.toString()), Pattern.compile(variable.toString()));
  }

  boolean isFamily() {
    return text.indexOf('<') >= 0;
  }

  /** The key with these names in the holes. */
  String with(String... names) {
    String filled = text;
    for (String name : names) {
      filled = HOLE.matcher(filled).replaceFirst(Matcher.quoteReplacement(name));
    }
    return filled;
  }

  /** {@code wavehouse.ack-wait} → {@code WAVEHOUSE_ACK_WAIT}. */
  static String variable(String key) {
    return key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }
}

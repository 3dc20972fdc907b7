package io.wavehouse.ingest.deadletter;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The command line of {@code wavehouse dlq}.
 *
 * @param verb {@code list}, {@code show}, {@code replay} or {@code purge}
 * @param request what it is about
 * @param json print JSON instead of text
 * @param config a file of settings
 */
public record CommandLine(
    String verb, DeadLetterRequest request, boolean json, Optional<Path> config) {
  private static final Set<String> FILTER =
      Set.of("tenant", "table", "class", "code", "older", "newer", "from", "to", "config", "json");
  private static final Set<String> FLAGS = Set.of("json", "dry-run", "all", "yes");
  private static final Map<String, Set<String>> MORE =
      Map.of(
          "list", Set.of("limit"),
          "show", Set.of(),
          "replay", Set.of("all", "dry-run", "rate"),
          "purge", Set.of("yes", "dry-run"));

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException in one line, when it is wrong
   */
  public static CommandLine parse(String... args) {
    if (args.length == 0 || !MORE.containsKey(args[0])) {
      throw new IllegalArgumentException("dlq needs a command: list, show, replay or purge");
    }
    String verb = args[0];
    Map<String, String> words = words(verb, args);
    if (verb.equals("show") && !words.containsKey("seq")) {
      throw new IllegalArgumentException("show needs a sequence, as list gives it");
    }
    boolean json = words.remove("json") != null;
    Optional<Path> config = Optional.ofNullable(words.remove("config")).map(Path::of);
    DeadLetterRequest request = DeadLetterRequest.of(words);
    if (verb.equals("replay")) {
      request.requireChoice();
    }
    return new CommandLine(verb, request, json, config);
  }

  private static Map<String, String> words(String verb, String... args) {
    Map<String, String> words = new TreeMap<>();
    for (int i = 1; i < args.length; i++) {
      String word = args[i];
      if (!word.startsWith("--")) {
        put(words, "seq", word, verb);
        continue;
      }
      String name = word.substring(2);
      if (!FILTER.contains(name) && !MORE.get(verb).contains(name)) {
        throw new IllegalArgumentException(
            "dlq " + verb + " does not know '" + EncodedName.encode(word) + "'");
      }
      if (FLAGS.contains(name)) {
        put(words, name, "true", verb);
      } else if (i + 1 < args.length) {
        put(words, name, args[++i], verb);
      } else {
        throw new IllegalArgumentException(word + " needs a value");
      }
    }
    return words;
  }

  private static void put(Map<String, String> words, String name, String value, String verb) {
    if (words.put(name, value) != null) {
      throw new IllegalArgumentException(
          "dlq "
              + verb
              + (name.equals("seq") ? " takes one sequence" : " takes --" + name + " once"));
    }
  }
}

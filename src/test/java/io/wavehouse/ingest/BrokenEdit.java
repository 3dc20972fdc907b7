package io.wavehouse.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An edit of the bundle's routes that must not be taken, of {@code broken-edits.txt}.
 *
 * @param name of the mistake
 * @param file that is edited
 * @param reason what the complaint says
 * @param before the lines that stand there
 * @param after the lines of the edit, of which one ends with {@value #HERE}
 */
record BrokenEdit(String name, String file, String reason, String before, String after) {
  private static final String HERE = "#!";

  static Stream<BrokenEdit> all() throws IOException {
    String[] edits =
        Files.readString(Path.of("src/test/resources/broken-edits.txt")).split("\n== ", -1);
    return Arrays.stream(edits).skip(1).map(BrokenEdit::parse);
  }

  private static BrokenEdit parse(String edit) {
    String[] head = edit.substring(0, edit.indexOf('\n')).split(" \\| ", -1);
    String[] lines = edit.substring(edit.indexOf('\n') + 1).split("----\n", -1);
    return new BrokenEdit(head[0], head[1], head[2], lines[0], lines[1].stripTrailing() + "\n");
  }

  /** Makes it in a folder with the bundle's routes; gives the file and the line at fault. */
  String apply(Path folder) throws IOException {
    Path path = folder.resolve(file);
    String text = Files.readString(path);
    assertThat(text.split(Pattern.quote(before), -1)).as(name).hasSize(2);
    String edited = text.replace(before, after);
    Files.writeString(path, edited);
    List<String> lines = edited.lines().toList();
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).endsWith(HERE)) {
        return file + ":" + (at + 1) + ": ";
      }
    }
    return "";
  }

  @Override
  public String toString() {
    return name;
  }
}

package io.wavehouse.ingest.routes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * What Camel's parser lets pass in silence: a key given twice, of which the last one counts; a file
 * that is no list, which has no route; an alias within what it stands for, which never ends.
 */
final class YamlShape {
  private final RouteFile file;
  private final List<RouteProblem> problems = new ArrayList<>();
  private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

  private YamlShape(RouteFile file) {
    this.file = file;
  }

  static List<RouteProblem> problems(RouteFile file) {
    YamlShape shape = new YamlShape(file);
    try {
      Optional<Node> root =
          new Compose(LoadSettings.builder().setLabel(file.name()).build())
              .composeString(file.content());
      root.ifPresentOrElse(shape::look, shape::tellEmpty);
    } catch (MarkedYamlEngineException e) {
      shape.add(e.getProblemMark(), "no YAML: " + e.getProblem(), "mend what stands there");
    } catch (YamlEngineException e) {
      shape.problems.add(
          new RouteProblem(file.name(), 1, "no YAML: " + e.getMessage(), "save it as plain text"));
    }
    return shape.problems;
  }

  private void tellEmpty() {
    add(Optional.empty(), "holds no route", "begin it with - route:, or take the file away");
  }

  private void look(Node root) {
    if (!(root instanceof SequenceNode)) {
      add(root.getStartMark(), "is no list of routes", "begin each with - route:");
    } else {
      walk(root);
    }
  }

  private void walk(Node node) {
    if (!open.add(node)) {
      add(node.getStartMark(), "is repeated within itself by an alias", "write it out");
      return;
    }
    if (node instanceof SequenceNode list) {
      list.getValue().forEach(this::walk);
    } else if (node instanceof MappingNode map) {
      Set<String> keys = new HashSet<>();
      for (NodeTuple entry : map.getValue()) {
        if (entry.getKeyNode() instanceof ScalarNode key && !keys.add(key.getValue())) {
          add(
              key.getStartMark(),
              "'" + key.getValue() + "' stands here twice, and only one would count",
              "keep one");
        }
        walk(entry.getValueNode());
      }
    }
    open.remove(node);
  }

  private void add(Optional<Mark> mark, String what, String remedy) {
    problems.add(
        new RouteProblem(file.name(), mark.map(m -> m.getLine() + 1).orElse(1), what, remedy));
  }
}

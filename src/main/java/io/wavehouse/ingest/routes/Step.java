package io.wavehouse.ingest.routes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.camel.model.AggregateDefinition;
import org.apache.camel.model.BeanDefinition;
import org.apache.camel.model.CatchDefinition;
import org.apache.camel.model.ChoiceDefinition;
import org.apache.camel.model.CircuitBreakerDefinition;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.FilterDefinition;
import org.apache.camel.model.FinallyDefinition;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.OutputNode;
import org.apache.camel.model.ProcessDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ToDynamicDefinition;
import org.apache.camel.model.WireTapDefinition;

/**
 * One step of a route, as the rules see it.
 *
 * @param definition Camel's
 */
record Step(ProcessorDefinition<?> definition) {
  private static final String DIRECT = "direct:";
  private static final String BEAN = "bean:";

  static List<Step> of(ProcessorDefinition<?> parent) {
    return branches(parent).stream().flatMap(List::stream).toList();
  }

  /** The ways through a block: those of a choice, else one. */
  List<List<Step>> branches() {
    return branches(definition);
  }

  private static List<List<Step>> branches(ProcessorDefinition<?> parent) {
    List<List<Step>> branches = new ArrayList<>();
    if (parent instanceof ChoiceDefinition choice) {
      choice.getWhenClauses().forEach(when -> branches.add(steps(when)));
      if (choice.getOtherwise() != null) {
        branches.add(steps(choice.getOtherwise()));
      }
    } else {
      branches.add(parent.getOutputs().stream().<Step>map(Step::new).toList());
    }
    if (parent instanceof CircuitBreakerDefinition breaker && breaker.getOnFallback() != null) {
      branches.add(steps(breaker.getOnFallback()));
    }
    return branches;
  }

  private static List<Step> steps(OutputNode block) {
    return block.getOutputs().stream().<Step>map(Step::new).toList();
  }

  /** The steps of a route or block in their order, each before those in it. */
  static List<Step> all(ProcessorDefinition<?> parent) {
    List<Step> all = new ArrayList<>();
    walk(parent, all::add);
    return all;
  }

  private static void walk(ProcessorDefinition<?> parent, Consumer<Step> visitor) {
    for (Step step : of(parent)) {
      visitor.accept(step);
      walk(step.definition, visitor);
    }
  }

  /** The bean it asks. */
  Optional<String> bean() {
    if (definition instanceof ProcessDefinition process) {
      return Optional.ofNullable(process.getRef());
    }
    if (definition instanceof BeanDefinition bean) {
      return Optional.ofNullable(bean.getRef());
    }
    return uri().filter(uri -> uri.startsWith(BEAN)).map(uri -> path(uri, BEAN));
  }

  boolean asks(String bean) {
    return bean().filter(bean::equals).isPresent();
  }

  /** Where it sends. */
  Optional<String> uri() {
    if (definition instanceof ToDynamicDefinition to) {
      return Optional.ofNullable(to.getUri());
    }
    if (definition instanceof EndpointRequiredDefinition to) {
      return Optional.ofNullable(to.getEndpointUri());
    }
    return Optional.empty();
  }

  /** Whether it leaves the bundle, and so what comes after it sees an answer. */
  boolean isOutward() {
    return uri().filter(uri -> !uri.startsWith(DIRECT) && !uri.startsWith(BEAN)).isPresent();
  }

  /** The route it calls. */
  Optional<String> target() {
    return uri().flatMap(Step::target);
  }

  /** Whether it is nothing by itself, such as a doCatch. */
  boolean isPartOfBlock() {
    return definition instanceof CatchDefinition
        || definition instanceof FinallyDefinition
        || definition instanceof OnExceptionDefinition;
  }

  /** Whether what is in it happens each time, before what comes after it. */
  boolean isPassedThrough() {
    return !isPartOfBlock()
        && !(definition instanceof FilterDefinition)
        && !(definition instanceof ChoiceDefinition)
        && !(definition instanceof AggregateDefinition)
        && !(definition instanceof IdempotentConsumerDefinition)
        && !(definition instanceof WireTapDefinition<?>);
  }

  /** What a direct endpoint is called. */
  static Optional<String> target(String uri) {
    return uri.startsWith(DIRECT) ? Optional.of(path(uri, DIRECT)) : Optional.empty();
  }

  private static String path(String uri, String scheme) {
    String path = uri.substring(scheme.length());
    while (path.startsWith("/")) {
      path = path.substring(1);
    }
    return path.replaceAll("\\?.*", "");
  }
}

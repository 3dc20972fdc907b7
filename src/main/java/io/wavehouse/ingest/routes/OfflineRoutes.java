package io.wavehouse.ingest.routes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.StartupSummaryLevel;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.properties.PropertiesComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.FromDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.errorhandler.NoErrorHandlerDefinition;
import org.apache.camel.reifier.RouteReifier;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;

/**
 * A Camel of its own that reads routes and makes their steps, with the bundle's beans and settings,
 * and is never started: nothing connects, nothing listens.
 */
final class OfflineRoutes implements AutoCloseable {
  private final DefaultCamelContext camel = new DefaultCamelContext(false);

  OfflineRoutes(RouteParts parts) {
    camel.disableJMX();
    camel.setSourceLocationEnabled(true);
    camel.setStartupSummaryLevel(StartupSummaryLevel.Off);
    PropertiesComponent properties = (PropertiesComponent) camel.getPropertiesComponent();
    properties.setEnvironmentVariableMode(PropertiesComponent.ENVIRONMENT_VARIABLES_MODE_NEVER);
    properties.setSystemPropertiesMode(PropertiesComponent.SYSTEM_PROPERTIES_MODE_NEVER);
    Properties values = new Properties();
    values.putAll(parts.properties());
    properties.setInitialProperties(values);
    camel.build();
    parts.bind(camel);
  }

  DefaultCamelContext camel() {
    return camel;
  }

  /** Only what stands in the file, as it stands there. */
  List<RouteBuilder> written(RouteFile file) throws Exception {
    List<RouteBuilder> written = new ArrayList<>();
    Collection<RoutesBuilder> found =
        PluginHelper.getRoutesLoader(camel).findRoutesBuilders(file.resource());
    for (RoutesBuilder builder : found) {
      RouteBuilder routes = (RouteBuilder) builder;
      routes.setCamelContext(camel);
      routes.configuration();
      routes.configure();
      written.add(routes);
    }
    return written;
  }

  /** All files together, as a start would take them. */
  void load(List<RouteFile> files) throws Exception {
    List<Resource> resources = files.stream().map(RouteFile::resource).toList();
    PluginHelper.getRoutesLoader(camel).loadRoutes(resources);
  }

  /** Makes the steps of a route. */
  void make(RouteDefinition route) throws Exception {
    camel.startRouteDefinitions(List.of(route));
  }

  /** Makes a single step of a route, with those in it. */
  void make(RouteDefinition route, ProcessorDefinition<?> step) throws Exception {
    RouteDefinition alone = new RouteDefinition();
    alone.setId(route.getId());
    alone.setInput(new FromDefinition("direct:alone"));
    alone.setErrorHandlerFactory(new NoErrorHandlerDefinition());
    alone.getOutputs().add(step);
    PropertiesComponent properties = (PropertiesComponent) camel.getPropertiesComponent();
    Properties parameters = new Properties();
    if (route.getTemplateParameters() != null) {
      parameters.putAll(route.getTemplateParameters());
    }
    properties.setLocalProperties(parameters);
    try {
      new RouteReifier(camel, alone).createRoute();
    } finally {
      properties.setLocalProperties(null);
    }
  }

  @Override
  public void close() {
    camel.stop();
  }
}

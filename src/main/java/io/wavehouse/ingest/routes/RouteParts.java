package io.wavehouse.ingest.routes;

import java.util.Map;
import org.apache.camel.CamelContext;

/** What the bundle gives routes besides what their files say. */
public interface RouteParts {
  /** What stands behind <code>{{key}}</code>. */
  Map<String, String> properties();

  /** Binds the beans that routes name. */
  void bind(CamelContext camel);

  /** Adds the routes that settings ask for, made from templates of the files. */
  void addTenants(CamelContext camel);
}

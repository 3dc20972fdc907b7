package io.wavehouse.ingest.routes;

import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;

/**
 * A file of routes as it was read: each look of a check sees the same.
 *
 * @param name in its folder
 * @param location for Camel, which puts it on each step
 * @param content all of it
 */
record RouteFile(String name, String location, String content) {
  Resource resource() {
    return ResourceHelper.fromString(location, content);
  }
}

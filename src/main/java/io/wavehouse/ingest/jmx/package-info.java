/** What Camel's JMX domain shows of the bundle beyond Camel's own beans. */
package io.wavehouse.ingest.jmx;

/** What Prometheus sees beside Camel's own metrics. */
package io.wavehouse.ingest.metrics;

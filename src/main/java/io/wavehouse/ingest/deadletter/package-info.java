/**
 * The dead letters afterwards: listed, shown, replayed and purged, the same from the command line,
 * over HTTP and in JMX.
 */
package io.wavehouse.ingest.deadletter;

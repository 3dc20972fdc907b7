/**
 * The {@code nats-jetstream:} component: camel-nats with a pull consumer that acknowledges by hand
 * and a registry of the messages in hand. Option, header and verb names are those of camel-nats
 * 4.21 and later.
 */
package io.wavehouse.ingest.jetstream;

/** Certificates of one's own, for NATS and for ClickHouse. */
package io.wavehouse.ingest.tls;

/** Rows, where they go, and the batches they are gathered in. */
package io.wavehouse.ingest.batch;

/**
 * When to leave a server that cannot take inserts alone, and for how long: a pure state machine per
 * scope, with time and jitter passed in, and the registry of all of them.
 */
package io.wavehouse.ingest.backoff;

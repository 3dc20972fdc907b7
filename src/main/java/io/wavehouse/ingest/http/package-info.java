/** The HTTP edge: what a client posts becomes messages of the ingest stream. */
package io.wavehouse.ingest.http;

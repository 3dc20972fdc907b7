/** Routes that come from a folder, and what is wrong with them. */
package io.wavehouse.ingest.routes;

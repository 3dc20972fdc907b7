/** Routes that come from a folder: what is wrong with them, and how they change while they run. */
package io.wavehouse.ingest.routes;

/**
 * What becomes of rows that did not land at once: the gate before a server in trouble, the choice
 * after a failed insert, the search for rejected rows, parking and handing back.
 */
package io.wavehouse.ingest.failure;

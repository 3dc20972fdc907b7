package io.wavehouse.ingest.settings;

/**
 * The management server: health, metrics, Jolokia.
 *
 * @param port 0 takes a free port
 * @param bind address to listen on, loopback unless set
 */
public record ManagementSettings(int port, String bind) {}

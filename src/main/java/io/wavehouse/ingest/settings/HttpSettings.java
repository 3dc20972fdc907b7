package io.wavehouse.ingest.settings;

import java.util.Optional;

/**
 * The HTTP ingest edge.
 *
 * @param port 0 takes a free port
 * @param bind address to listen on; beyond loopback only with a token
 * @param token what a caller must present, if anything
 */
public record HttpSettings(int port, String bind, Optional<Secret> token) {}

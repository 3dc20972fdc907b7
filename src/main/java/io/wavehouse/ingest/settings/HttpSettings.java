package io.wavehouse.ingest.settings;

import java.time.Duration;
import java.util.Optional;

/**
 * The HTTP ingest edge.
 *
 * @param port 0 takes a free port
 * @param bind address to listen on; beyond loopback only with a token
 * @param token what a caller must present, if anything
 * @param maxBody bytes of a request's body at most, unpacked
 * @param readTimeout the waiting after which a body that came at less than 240 bytes a second is
 *     refused
 */
public record HttpSettings(
    int port, String bind, Optional<Secret> token, long maxBody, Duration readTimeout) {}

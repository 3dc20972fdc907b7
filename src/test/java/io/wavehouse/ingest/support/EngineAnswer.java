package io.wavehouse.ingest.support;

/** What a statement gave: its output and the engine's own counts. */
@SuppressWarnings("ArrayRecordComponent") // never compared, only sent on
record EngineAnswer(
    byte[] body,
    long readRows,
    long readBytes,
    long writtenRows,
    long writtenBytes,
    double elapsedSeconds) {}

package io.wavehouse.ingest.settings;

import java.util.Optional;

/**
 * A tenant beside the default one ({@code wavehouse.tenants.<id>.*}).
 *
 * @param id as in the subject {@code ingest.<id>.<table>}
 * @param clickHouse absent when none is configured: its rows then meet its DLQ switch, without a
 *     request
 * @param dlqEnabled its DLQ switch, if it has one of its own
 * @param stream the tenant's own stream; absent when {@code wavehouse.subjects} covers the tenant,
 *     so that all share the one stream
 */
public record TenantSettings(
    String id,
    Optional<ClickHouseSettings> clickHouse,
    Optional<Boolean> dlqEnabled,
    Optional<StreamSettings> stream) {}

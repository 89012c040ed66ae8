package dev.lake.coordinator.store;

import dev.lake.protocol.QueryId;
import dev.lake.protocol.TenantId;
import java.time.Instant;

/**
 * What is left of a query after its record is gone, so that a late writer's left-overs are still
 * swept and a repeated submission does not start it anew.
 *
 * @param id the query
 * @param tenant whose prefix it had
 * @param until when the tombstone may go
 */
public record Tombstone(QueryId id, TenantId tenant, Instant until) {}

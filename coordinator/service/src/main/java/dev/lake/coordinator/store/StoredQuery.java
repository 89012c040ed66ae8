package dev.lake.coordinator.store;

import dev.lake.protocol.QueryRecord;

/**
 * A record as read, with the version that a compare-and-set needs.
 *
 * @param record the record
 * @param version the node's data version
 */
public record StoredQuery(QueryRecord record, int version) {}

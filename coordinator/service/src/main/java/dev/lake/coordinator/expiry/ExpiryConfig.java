package dev.lake.coordinator.expiry;

import java.time.Duration;

/**
 * How long things stay.
 *
 * @param retention of records of failed and cancelled queries
 * @param grace from the end of a result to its deletion
 * @param tombstone how long a tombstone stays
 * @param orphanAge of the newest object of a prefix without a record before it is swept
 */
public record ExpiryConfig(
    Duration retention, Duration grace, Duration tombstone, Duration orphanAge) {}

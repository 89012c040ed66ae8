package dev.lake.frontend.app.config;

/**
 * The embedded Flink cluster. It has a slot for every query that may run.
 *
 * @param managedBytesPerSlot for sorts, joins and aggregates of one query, before they spill
 * @param networkBytes for all exchanges between tasks
 * @param spillBytes what all jobs together may spill to disk
 * @param exportParallelism tasks of one export
 */
public record FlinkSettings(
    long managedBytesPerSlot, long networkBytes, long spillBytes, int exportParallelism) {}

/**
 * The durable state of deferred queries: one small record per query in ZooKeeper, the sealed spec
 * in the result store.
 *
 * <p>Enter by {@link dev.lake.coordinator.store.Submissions} and {@link
 * dev.lake.coordinator.store.QueryStore} from a frontend, by {@link
 * dev.lake.coordinator.store.RecordStore} from the leader. A frontend creates records and asks for
 * stops; everything else is written by the leader, and each of its writes is fenced by the epoch.
 */
@NullMarked
package dev.lake.coordinator.store;

import org.jspecify.annotations.NullMarked;

package dev.lake.coordinator.dispatch;

import dev.lake.coordinator.cluster.ClusterGateway;
import dev.lake.coordinator.store.SpecStore;
import dev.lake.jobs.store.ObjectStore;
import java.time.Clock;
import java.util.concurrent.Executor;

/**
 * What a leader works with.
 *
 * @param specs the sealed specs
 * @param objects the result store
 * @param cluster where jobs run
 * @param grants asked again at dispatch
 * @param clock the time
 * @param work runs one query's submission, publication or clean-up per task; may refuse
 * @param uploads runs single calls to the store; must not refuse
 * @param wake called when a step may find something to do; must not block
 */
public record LeaderServices(
    SpecStore specs,
    ObjectStore objects,
    ClusterGateway cluster,
    Grants grants,
    Clock clock,
    Executor work,
    Executor uploads,
    Runnable wake) {}

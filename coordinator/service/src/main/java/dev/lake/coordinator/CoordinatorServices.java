package dev.lake.coordinator;

import dev.lake.coordinator.cluster.ClusterGateway;
import dev.lake.coordinator.dispatch.Grants;
import dev.lake.coordinator.store.SpecStore;
import dev.lake.jobs.store.ObjectStore;
import java.time.Clock;
import org.apache.curator.framework.CuratorFramework;

/**
 * What a coordinator works with. All of it stays the caller's, and must outlive the coordinator.
 *
 * @param client started
 * @param objects the result store
 * @param specs the sealed specs in it
 * @param cluster where export jobs run
 * @param grants asked again when a query is dispatched
 */
public record CoordinatorServices(
    CuratorFramework client,
    ObjectStore objects,
    SpecStore specs,
    ClusterGateway cluster,
    Grants grants,
    Clock clock) {}

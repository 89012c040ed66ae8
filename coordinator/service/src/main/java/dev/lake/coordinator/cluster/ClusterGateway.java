package dev.lake.coordinator.cluster;

import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import java.util.List;

/**
 * The cluster that runs export jobs. Calls block, are bounded in time, and throw {@code
 * UNAVAILABLE} when the cluster does not answer, which says nothing about its jobs. Safe for use by
 * several threads.
 */
public interface ClusterGateway {
  /**
   * Plans a query over exactly its snapshots and submits the attempt's job, under an id derived
   * from both. Repeatable: the cluster never has the same attempt twice.
   *
   * @throws dev.lake.protocol.LakeException with the planner's code when the query can never run,
   *     for instance VERSION_GONE
   */
  SubmitOutcome submit(QuerySpec spec, int attempt);

  /** All export jobs that hold resources, and the ended ones that the cluster remembers. */
  List<ClusterJob> jobs();

  /** The id that {@link #submit} gives to an attempt's job. */
  String jobId(QueryId query, int attempt);

  /** Asks a job to stop. One that is not there is no error. */
  void cancel(String jobId);
}

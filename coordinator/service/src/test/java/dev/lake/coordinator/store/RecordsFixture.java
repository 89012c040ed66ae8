package dev.lake.coordinator.store;

import dev.lake.protocol.Failure;
import dev.lake.protocol.Fence;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.StopReason;
import java.util.Optional;

/** What surrounds a {@link RecordStore}: elections, and frontends that submit and stop. */
public interface RecordsFixture {
  /** Raises the epoch. */
  Fence elect();

  /** The records for whoever holds the fence. */
  RecordStore records(Fence fence);

  QueryRecord submit(QuerySpec spec);

  StopOutcome requestStop(QueryId id, StopReason reason, Optional<Failure> why);
}

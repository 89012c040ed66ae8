package dev.lake.coordinator.registry;

import dev.lake.lance.dataset.DatasetDescription;

/** All that the registry asks of datasets; fails with the connector's own exception. */
interface DatasetLookup {
  DatasetDescription latest(String location);

  /** The version, whatever incarnation it has now. */
  DatasetDescription at(String location, long version);
}

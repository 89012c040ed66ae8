package dev.lake.coordinator.registry;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.Datasets;

/** Real datasets. */
record LanceDatasetLookup(Datasets datasets) implements DatasetLookup {
  @Override
  public DatasetDescription latest(String location) {
    return datasets.latest(location);
  }

  @Override
  public DatasetDescription at(String location, long version) {
    return datasets.at(location, version);
  }
}

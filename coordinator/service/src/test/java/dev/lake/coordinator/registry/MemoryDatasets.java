package dev.lake.coordinator.registry;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Datasets that are nothing but their versions. */
final class MemoryDatasets implements DatasetLookup {
  private static final Schema SCHEMA =
      new Schema(List.of(Field.nullable("id", new ArrowType.Int(64, true))));

  private final Map<String, NavigableMap<Long, DatasetDescription>> datasets =
      new ConcurrentHashMap<>();

  /** Adds a version. */
  MemoryDatasets with(String location, long version, String incarnation) {
    datasets
        .computeIfAbsent(location, at -> new TreeMap<>())
        .put(
            version,
            new DatasetDescription(
                location, version, incarnation, SCHEMA, version, List.of(), Set.of()));
    return this;
  }

  void remove(String location, long version) {
    versions(location).remove(version);
  }

  void replace(String location, long version, String incarnation) {
    datasets.remove(location);
    with(location, version, incarnation);
  }

  private NavigableMap<Long, DatasetDescription> versions(String location) {
    NavigableMap<Long, DatasetDescription> versions = datasets.get(location);
    if (versions == null) {
      throw new DatasetException(DatasetException.Kind.MISSING, "There is no dataset.");
    }
    return versions;
  }

  @Override
  public DatasetDescription latest(String location) {
    return versions(location).lastEntry().getValue();
  }

  @Override
  public DatasetDescription at(String location, long version) {
    DatasetDescription found = versions(location).get(version);
    if (found == null) {
      throw new DatasetException(DatasetException.Kind.VERSION_GONE, "The version is gone.");
    }
    return found;
  }
}

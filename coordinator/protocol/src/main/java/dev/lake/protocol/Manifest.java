package dev.lake.protocol;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a result consists of: one per query, ever. Every leader builds it byte for byte the same.
 *
 * @param parts in the order of the result
 */
public record Manifest(
    QueryId query,
    int attempt,
    SchemaBytes schema,
    ResultFormat format,
    List<ManifestPart> parts,
    boolean ordered,
    Instant created,
    Instant expires) {
  public Manifest {
    Check.positive(attempt, "attempt");
    parts = List.copyOf(parts);
    Check.that(
        parts.size() <= ResultLayout.MAX_PARTS, "parts", "at most " + ResultLayout.MAX_PARTS);
    Set<String> names = new HashSet<>();
    for (ManifestPart part : parts) {
      Check.that(names.add(part.name()), "parts", "named differently");
    }
    Check.that(expires.isAfter(created), "expires", "after created");
  }

  public ResultTotals totals() {
    return new ResultTotals(
        parts.stream().mapToLong(ManifestPart::rows).reduce(0, Math::addExact),
        parts.stream().mapToLong(ManifestPart::bytes).reduce(0, Math::addExact),
        parts.size());
  }
}

package dev.lake.protocol;

import java.util.List;

/**
 * All that one attempt staged, in the order of the result. It is written once, by the attempt's
 * committer, and makes nothing visible.
 */
public record CommitRecord(QueryId query, int attempt, boolean ordered, List<StagedPart> parts) {
  public CommitRecord {
    Check.positive(attempt, "attempt");
    parts = List.copyOf(parts);
    PartReceipt.distinct(parts);
  }

  public ResultTotals totals() {
    return new ResultTotals(
        parts.stream().mapToLong(StagedPart::rows).reduce(0, Math::addExact),
        parts.stream().mapToLong(StagedPart::bytes).reduce(0, Math::addExact),
        parts.size());
  }
}

package dev.lake.protocol;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What one subtask of a job staged; sent also when that is nothing. */
public record PartReceipt(int subtask, int subtasks, int attempt, List<StagedPart> parts) {
  public PartReceipt {
    Check.that(subtask >= 0 && subtask < subtasks, "subtask", "0 to subtasks - 1");
    Check.positive(attempt, "attempt");
    parts = List.copyOf(parts);
    distinct(parts);
  }

  static void distinct(List<StagedPart> parts) {
    Check.that(
        parts.size() <= ResultLayout.MAX_PARTS, "parts", "at most " + ResultLayout.MAX_PARTS);
    Set<String> names = new HashSet<>();
    for (StagedPart part : parts) {
      Check.that(names.add(part.name()), "parts", "named differently");
    }
  }
}

package dev.lake.jobs.sql;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The known name that a mistyped one most likely meant. */
public final class NearestName {

  private static final int LONGEST = 64;

  private NearestName() {}

  private record Candidate(String name, int distance) {}

  /** The most similar of the names, if one is similar enough; upper and lower case are alike. */
  public static Optional<String> of(String typed, Stream<String> known) {
    if (typed.length() > LONGEST) {
      return Optional.empty();
    }
    String lower = typed.toLowerCase(Locale.ROOT);
    int allowed = Math.max(1, typed.length() / 3);
    return known
        .filter(name -> Math.abs(name.length() - typed.length()) <= allowed)
        .distinct()
        .map(name -> new Candidate(name, distance(lower, name.toLowerCase(Locale.ROOT))))
        .filter(candidate -> candidate.distance() <= allowed)
        .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
        .map(Candidate::name);
  }

  /** Insertions, deletions, replacements and swaps of neighbours that make one of the other. */
  private static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, from, to, i, j);
      }
    }
    return cost[from.length()][to.length()];
  }

  private static int step(int[][] cost, String from, String to, int i, int j) {
    int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
    int best =
        Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
  }
}

package dev.lake.coordinator.cluster;

import dev.lake.protocol.QueryId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of an export job: whose it is can be read from the cluster alone. */
record JobName(String deployment, QueryId query, int attempt) {
  private static final Pattern FORM =
      Pattern.compile("lake-export/([a-z0-9-]+)/([0-9a-f]{32})/([1-9][0-9]{0,8})");

  /** Empty for any other job. */
  static Optional<JobName> parse(String name) {
    Matcher matcher = FORM.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new JobName(
            matcher.group(1), new QueryId(matcher.group(2)), Integer.parseInt(matcher.group(3))));
  }

  @Override
  public String toString() {
    return "lake-export/" + deployment + "/" + query.value() + "/" + attempt;
  }
}

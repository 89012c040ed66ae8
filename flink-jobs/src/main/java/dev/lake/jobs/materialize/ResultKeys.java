package dev.lake.jobs.materialize;

import dev.lake.jobs.store.ObjectKey;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.TenantId;
import java.util.Locale;

/** Where the objects of one query lie: all of them below {@code <tenant>/<query-id>/}. */
public final class ResultKeys {
  private ResultKeys() {}

  /** The query's own folder, ending in a slash. */
  public static String prefix(TenantId tenant, QueryId query) {
    return tenant.value() + "/" + query.value() + "/";
  }

  /** The sealed specification, written at submission. */
  public static String spec(TenantId tenant, QueryId query) {
    return prefix(tenant, query) + "spec.sealed";
  }

  /** The list of what one attempt staged, written once by that attempt's job. */
  public static String commit(TenantId tenant, QueryId query, int attempt) {
    return prefix(tenant, query) + "commit-" + attempt + ".json";
  }

  /** The list of the published parts, written once by the leader. */
  public static String manifest(TenantId tenant, QueryId query) {
    return prefix(tenant, query) + "manifest.json";
  }

  /** One part, by the name that the commit record and the manifest give it. */
  public static String part(TenantId tenant, QueryId query, String name) {
    return ObjectKey.checked(prefix(tenant, query) + name);
  }

  /** A name that no other upload has; only the manifest gives order. */
  static String partName(int task, int sequence, int random) {
    return String.format(Locale.ROOT, "part-%03d-%05d-%08x.arrow", task, sequence, random);
  }
}

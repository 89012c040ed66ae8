package dev.lake.protocol;

import java.io.Serializable;
import java.util.regex.Pattern;

/** Names a tenant; it is also the first segment of every key of that tenant's results. */
public record TenantId(String value) implements Serializable {
  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  public TenantId {
    Check.matching(value, FORM, "tenant", "1 to 63 of a-z, 0-9 and '-', not starting with '-'");
  }

  @Override
  public String toString() {
    return value;
  }
}

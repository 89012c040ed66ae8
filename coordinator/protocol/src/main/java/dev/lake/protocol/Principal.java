package dev.lake.protocol;

import java.io.Serializable;
import java.util.regex.Pattern;

/** Who asks: a name that is unique within its tenant. */
public record Principal(String name, TenantId tenant) implements Serializable {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,127}");

  public Principal {
    Check.matching(
        name,
        FORM,
        "principal",
        "1 to 128 letters, digits, '.', '_', '@' and '-', letter or digit first");
  }

  @Override
  public String toString() {
    return tenant + "/" + name;
  }
}

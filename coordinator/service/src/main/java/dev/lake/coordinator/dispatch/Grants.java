package dev.lake.coordinator.dispatch;

import dev.lake.protocol.Principal;
import dev.lake.protocol.TableName;

/** What principals may read, as it is now. */
@FunctionalInterface
public interface Grants {
  /** Whether the principal may read the table. */
  boolean allows(Principal principal, TableName table);
}

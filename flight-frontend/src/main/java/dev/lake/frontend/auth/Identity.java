package dev.lake.frontend.auth;

import dev.lake.protocol.Principal;
import dev.lake.protocol.TableName;
import java.util.List;

/**
 * A principal together with what the principals file lets it do at this moment.
 *
 * @param principal who it is
 * @param grants which tables it may read
 * @param admin whether it may change the table registry
 */
public record Identity(Principal principal, List<Grant> grants, boolean admin) {

  /** Copies the grants. */
  public Identity {
    grants = List.copyOf(grants);
  }

  /** Whether the table may be read; a table that may not is to be treated as unknown (I9). */
  public boolean mayRead(TableName table) {
    return grants.stream().anyMatch(grant -> grant.covers(table));
  }
}

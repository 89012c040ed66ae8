package dev.lake.frontend.interactive;

import dev.lake.frontend.auth.Identity;
import dev.lake.protocol.SessionFields;

/**
 * A statement that somebody wants to have planned now.
 *
 * @param sql the text as it came; never logged
 * @param session everything its meaning takes from its session
 * @param identity who asks, with the grants in force
 */
public record StatementRequest(String sql, SessionFields session, Identity identity) {

  /** Says nothing of the text: it may hold secrets of the caller. */
  @Override
  public String toString() {
    return "StatementRequest[" + identity.principal() + "]";
  }
}

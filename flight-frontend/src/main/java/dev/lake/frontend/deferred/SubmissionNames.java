package dev.lake.frontend.deferred;

import dev.lake.protocol.Principal;

/** Names submissions so that the name says nothing and no other principal can make the same. */
@FunctionalInterface
public interface SubmissionNames {

  /** A keyed digest, in lower-case hex, of the principal and the id that it chose. */
  String name(Principal principal, String chosen);
}

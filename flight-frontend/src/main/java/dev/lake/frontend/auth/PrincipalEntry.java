package dev.lake.frontend.auth;

import java.util.List;

/** One entry of the principals file: an identity and the SHA-256 digests of its tokens. */
record PrincipalEntry(Identity identity, List<byte[]> tokenDigests) {
  PrincipalEntry {
    tokenDigests = List.copyOf(tokenDigests);
  }

  @Override
  public String toString() {
    return "PrincipalEntry[" + identity.principal() + "]";
  }
}

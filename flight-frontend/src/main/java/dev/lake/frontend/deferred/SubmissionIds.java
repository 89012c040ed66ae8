package dev.lake.frontend.deferred;

import dev.lake.coordinator.store.SubmissionId;
import dev.lake.frontend.interactive.StatementRequest;
import dev.lake.protocol.ResultFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Makes the id under which a repeated submission is found, from the header of the call. */
final class SubmissionIds {
  private final SubmissionNames names;

  SubmissionIds(SubmissionNames names) {
    this.names = names;
  }

  /** Empty if the caller chose none. The statement's instant is no part of what was asked. */
  Optional<SubmissionId> of(
      StatementRequest request, ResultFormat format, Optional<String> chosen) {
    return chosen.map(
        id ->
            new SubmissionId(
                names.name(request.identity().principal(), id), digest(request, format)));
  }

  private static String digest(StatementRequest request, ResultFormat format) {
    MessageDigest sha256 = sha256();
    for (String field :
        new String[] {
          request.sql(),
          request.session().defaultNamespace(),
          request.session().timeZone().getId(),
          request.session().typeMode().name(),
          format.name()
        }) {
      byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
      sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
      sha256.update(bytes);
    }
    return HexFormat.of().formatHex(sha256.digest());
  }

  /** SHA-256, which every Java runtime has. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256", e);
    }
  }
}

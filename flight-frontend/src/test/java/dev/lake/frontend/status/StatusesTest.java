package dev.lake.frontend.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusesTest {
  private static final Set<Status.Code> SHOWN_AS_UNKNOWN =
      EnumSet.of(
          Status.Code.OK,
          Status.Code.UNKNOWN,
          Status.Code.FAILED_PRECONDITION,
          Status.Code.ABORTED,
          Status.Code.OUT_OF_RANGE);

  @ParameterizedTest
  @EnumSource
  void everyCodeIsOneThatDriversTellApart(ErrorCode code) {
    assertThat(Statuses.code(code)).isNotIn(SHOWN_AS_UNKNOWN);
    Status status = Statuses.of(new LakeException(code, "about %s", "this")).getStatus();
    assertThat(status.getCode()).isEqualTo(Statuses.code(code));
    if (code == ErrorCode.INTERNAL) {
      assertThat(status.getDescription())
          .matches("INTERNAL: about this [0-9a-f]{8}; the server's log has the details");
    } else {
      assertThat(status.getDescription()).isEqualTo(code + ": about this");
    }
  }

  @Test
  void whatAStageWrappedIsUnwrapped() {
    Throwable wrapped =
        new CompletionException(new LakeException(ErrorCode.QUEUE_TIMEOUT, "too many"));
    assertThat(Statuses.of(wrapped).getStatus().getCode())
        .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  @Test
  void anythingElseTellsOnlyAnId() {
    StatusRuntimeException status =
        Statuses.of(new IllegalArgumentException("SELECT 'secret' FROM s3://bucket"));
    assertThat(status.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
    assertThat(status.getStatus().getDescription())
        .matches("INTERNAL: internal error [0-9a-f]{8}; the server's log has the details");
    assertThat(Statuses.of(new OutOfMemoryError("direct")).getStatus().getCode())
        .isEqualTo(Status.Code.INTERNAL);
  }

  @Test
  void descriptionsStayShortOnTheWire() {
    for (String letter : new String[] {"x", "%", "Ж", "🙂", "\n"}) {
      String cut = Statuses.cut(letter.repeat(300_000));
      assertThat(cut).endsWith("...");
      assertThat(encodedLength(cut)).as(letter).isLessThan(4_000);
      assertThat(cut.substring(0, cut.length() - 3).replace(letter, "")).isEmpty();
    }
    assertThat(Statuses.cut("short")).isEqualTo("short");
  }

  private static int encodedLength(String text) {
    int length = 0;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      length += b >= 0x20 && b < 0x7f && b != '%' ? 1 : 3;
    }
    return length;
  }
}

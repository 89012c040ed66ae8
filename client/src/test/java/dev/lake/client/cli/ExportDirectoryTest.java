package dev.lake.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExportDirectoryTest {
  @TempDir Path temporary;

  @Test
  void isMadeAndKeptForOneQuery() throws IOException {
    Path path = temporary.resolve("a/b");
    QueryId query = QueryId.random();
    ExportDirectory.open(path, false).keepFor(query);
    Files.writeString(path.resolve("part.arrow"), "rows");
    ExportDirectory.open(path, true).keepFor(query);
    ExportDirectory again = ExportDirectory.open(path, true);
    refused("not of this export", () -> again.keepFor(QueryId.random()));
    refused("--submission-id", () -> ExportDirectory.open(path, false));
  }

  @Test
  void aDirectoryOfOtherThingsIsRefused() throws IOException {
    Files.writeString(temporary.resolve("thesis.txt"), "precious");
    refused("is not empty", () -> ExportDirectory.open(temporary, true));
    assertThat(temporary.toFile().list()).containsExactly("thesis.txt");
  }

  @Test
  void whatCannotBeADirectoryIsRefused() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    refused("it is a file", () -> ExportDirectory.open(file, false));
    refused("Cannot write parts to /proc/x", () -> ExportDirectory.open(Path.of("/proc/x"), false));
  }

  private static void refused(String reason, ThrowingCallable open) {
    assertThatThrownBy(open)
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }
}

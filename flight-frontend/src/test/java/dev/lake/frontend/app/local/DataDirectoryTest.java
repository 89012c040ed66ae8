package dev.lake.frontend.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {
  @TempDir Path temporary;

  @Test
  void isMadeWhereItIsMissingAndKeptOverRestarts() throws IOException {
    Path root = temporary.resolve("a/b");
    try (DataDirectory directory = DataDirectory.open(root)) {
      directory.rememberPort(1234);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.secrets())))
          .isEqualTo("rwx------");
    }
    try (DataDirectory directory = DataDirectory.open(root)) {
      assertThat(directory.port()).hasValue(1234);
    }
  }

  @Test
  void aSecondHolderIsRefused() {
    try (DataDirectory held = DataDirectory.open(temporary.resolve("d"))) {
      refused(ErrorCode.DATA_DIRECTORY_IN_USE, () -> DataDirectory.open(held.root()))
          .hasMessageContaining("process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void aNewerLayoutIsRefusedAndLeftAsItIs() throws IOException {
    Path root = temporary.resolve("d");
    DataDirectory.open(root).close();
    Files.writeString(root.resolve("version"), "99\n");
    refused(ErrorCode.DATA_DIRECTORY_TOO_NEW, () -> DataDirectory.open(root))
        .hasMessageContaining("version 99");
    assertThat(root.resolve("version")).hasContent("99\n");
  }

  @Test
  void aFolderWithOtherThingsInItIsRefused() throws IOException {
    Files.writeString(temporary.resolve("thesis.txt"), "precious");
    refused(ErrorCode.CONFIG_INVALID, () -> DataDirectory.open(temporary))
        .hasMessageContaining("not empty");
    assertThat(temporary.toFile().list()).containsExactly("thesis.txt");
  }

  @Test
  void aFileIsRefused() throws IOException {
    Path file = Files.writeString(temporary.resolve("f"), "");
    refused(ErrorCode.CONFIG_INVALID, () -> DataDirectory.open(file));
    refused(ErrorCode.CONFIG_INVALID, () -> DataDirectory.open(file.resolve("below")));
  }

  @Test
  void whatAKilledProcessLeftIsRemovedAtTheNextStart() throws IOException {
    Path root = temporary.resolve("d");
    DataDirectory.open(root).close();
    Path left = root.resolve("tmp/lance-native/lib.so");
    Files.createDirectories(left.getParent());
    Files.writeString(left, "unpacked library");
    try (DataDirectory directory = DataDirectory.open(root)) {
      assertThat(directory.temporary()).isEmptyDirectory();
    }
  }

  @Test
  void aFullDiskHasItsOwnName() {
    LakeException full =
        DataDirectory.asLake(temporary, new IOException("No space left on device"));
    assertThat(full.code()).isEqualTo(ErrorCode.STORE_FULL);
  }

  private static AbstractThrowableAssert<?, ?> refused(ErrorCode code, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            LakeException.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }
}

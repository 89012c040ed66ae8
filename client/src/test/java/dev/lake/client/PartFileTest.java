package dev.lake.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.lake.protocol.Digest;
import dev.lake.protocol.DigestAlgorithm;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartSummary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PartFileTest {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("i", new ArrowType.Int(32, true)),
              Field.nullable("s", ArrowType.Utf8.INSTANCE)));

  @TempDir Path directory;

  @Test
  @DisplayName("the messages of a stream become the stored stream again, byte for byte")
  void theStoredBytesComeBack() throws IOException {
    byte[] stored = stream();
    Path file = write(stored, Integer.MAX_VALUE);
    assertThat(Files.readAllBytes(file)).isEqualTo(stored);
    assertThatCode(() -> check(stored, summary(stored, 5))).doesNotThrowAnyException();
  }

  @Test
  @DisplayName("I8: a stream that ends early is never taken for a whole part")
  void i8_aMissingBatchIsFound() throws IOException {
    byte[] stored = stream();
    lost(() -> check(stored, 2, summary(stored, 5), SCHEMA));
  }

  @ParameterizedTest
  @EnumSource(DigestAlgorithm.class)
  @DisplayName("I8: another digest is found")
  void i8_anotherDigestIsFound(DigestAlgorithm algorithm) throws IOException {
    byte[] stored = stream();
    Digest other = new Digest(algorithm, "0".repeat(algorithm == DigestAlgorithm.CRC32C ? 8 : 64));
    lost(() -> check(stored, new PartSummary("part-1.arrow", 5, stored.length, other)));
  }

  @Test
  @DisplayName("I8: another number of rows is found")
  void i8_anotherRowCountIsFound() throws IOException {
    byte[] stored = stream();
    lost(() -> check(stored, summary(stored, 6)));
  }

  @Test
  @DisplayName("I1: a part of another schema is found")
  void i1_anotherSchemaIsFound() throws IOException {
    byte[] stored = stream();
    Schema other = new Schema(List.of(Field.nullable("i", new ArrowType.Int(64, true))));
    lost(() -> check(stored, Integer.MAX_VALUE, summary(stored, 5), other));
  }

  private static void lost(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_LOSS));
  }

  private void check(byte[] stored, PartSummary announced) throws IOException {
    check(stored, Integer.MAX_VALUE, announced, SCHEMA);
  }

  private void check(byte[] stored, int messages, PartSummary announced, Schema schema)
      throws IOException {
    try (PartFile file =
        new PartFile(directory.resolve("checked"), announced.digest().algorithm())) {
      append(file, stored, messages);
      file.end();
      file.check(announced, schema);
    }
  }

  private Path write(byte[] stored, int messages) throws IOException {
    Path path = directory.resolve("written");
    try (PartFile file = new PartFile(path, DigestAlgorithm.CRC32C)) {
      append(file, stored, messages);
      file.end();
    }
    return path;
  }

  private static PartSummary summary(byte[] stored, long rows) {
    CRC32C crc = new CRC32C();
    crc.update(stored);
    Digest digest =
        new Digest(DigestAlgorithm.CRC32C, "%08x".formatted(crc.getValue() & 0xffffffffL));
    return new PartSummary("part-1.arrow", rows, stored.length, digest);
  }

  /** Takes a stored stream apart as the server does. */
  private static void append(PartFile file, byte[] stored, int most) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < most; i++) {
      assertThat(in.getInt()).isEqualTo(-1);
      int length = in.getInt();
      if (length == 0) {
        return;
      }
      byte[] header = new byte[length];
      in.get(header);
      byte[] body = new byte[(int) Message.getRootAsMessage(ByteBuffer.wrap(header)).bodyLength()];
      in.get(body);
      file.append(ByteString.copyFrom(header), ByteString.copyFrom(body));
    }
  }

  private static byte[] stream() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, out)) {
      writer.start();
      for (int rows : new int[] {3, 2}) {
        root.allocateNew();
        for (int i = 0; i < rows; i++) {
          ((IntVector) root.getVector("i")).setSafe(i, i);
          ((VarCharVector) root.getVector("s"))
              .setSafe(i, ("text " + i).getBytes(StandardCharsets.UTF_8));
        }
        root.setRowCount(rows);
        writer.writeBatch();
      }
      writer.end();
    }
    return out.toByteArray();
  }
}

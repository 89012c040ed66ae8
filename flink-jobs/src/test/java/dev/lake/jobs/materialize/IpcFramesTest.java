package dev.lake.jobs.materialize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.Digest;
import dev.lake.protocol.DigestAlgorithm;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SchemaBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IpcFramesTest {
  private static final long MAX_BODY = 1 << 20;
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(64, true)),
              Field.nullable("text", ArrowType.Utf8.INSTANCE),
              new Field(
                  "vector",
                  FieldType.nullable(new ArrowType.FixedSizeList(4)),
                  List.of(
                      Field.nullable(
                          "item", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)))),
              new Field(
                  "list",
                  FieldType.nullable(ArrowType.List.INSTANCE),
                  List.of(
                      new Field(
                          "s",
                          FieldType.nullable(ArrowType.Struct.INSTANCE),
                          List.of(Field.nullable("b", ArrowType.Bool.INSTANCE)))))));

  @Test
  void yieldsEveryMessageAsItStands() throws IOException {
    byte[] part = part(SCHEMA, 3, 100);
    IpcFrames frames = new IpcFrames(new ByteArrayInputStream(part), expected(part, SCHEMA, 300));
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    for (Optional<IpcFrame> next = frames.next(); next.isPresent(); next = frames.next()) {
      IpcFrame frame = next.orElseThrow();
      assertThat(frame.offset()).isEqualTo(again.size());
      ByteBuffer prefix = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      again.writeBytes(prefix.putInt(-1).putInt(frame.metadata().length).array());
      again.writeBytes(frame.metadata());
      ByteBuffer body = ByteBuffer.allocate(frame.bodyBytes());
      if (body.hasRemaining()) {
        frames.body(body);
      }
      again.writeBytes(body.array());
    }
    again.writeBytes(new byte[] {-1, -1, -1, -1, 0, 0, 0, 0});
    assertThat(again.toByteArray()).isEqualTo(part);
    assertThat(frames.rows()).isEqualTo(300);
    assertThat(frames.position()).isEqualTo(part.length);
    assertThat(frames.next()).isEmpty();
  }

  @Test
  @DisplayName("I8: fewer or more rows than were written are DATA_LOSS")
  void countsRows() throws IOException {
    byte[] part = part(SCHEMA, 3, 100);
    refuses(part, expected(part, SCHEMA, 299));
    refuses(part, expected(part, SCHEMA, 301));
  }

  @Test
  @DisplayName("D10: a part that is short, long or has a flipped bit is DATA_LOSS")
  void countsBytes() throws IOException {
    byte[] part = part(SCHEMA, 3, 100);
    IpcExpectation expected = expected(part, SCHEMA, 300);
    refuses(Arrays.copyOf(part, part.length - 1), expected);
    refuses(Arrays.copyOf(part, part.length + 1), expected);
    refuses(new byte[0], expected);
    byte[] flipped = part.clone();
    flipped[part.length - 40] ^= 1;
    refuses(flipped, expected);
  }

  @Test
  @DisplayName("I1: a part has the schema of the result")
  void comparesTheSchema() throws IOException {
    byte[] part = part(SCHEMA, 1, 10);
    Schema other = new Schema(SCHEMA.getFields().subList(0, 3));
    refuses(part, expected(part, other, 10));
  }

  @Test
  @DisplayName("I7: a body beyond the bound is refused before it is read")
  void boundsBodies() throws IOException {
    byte[] part = part(SCHEMA, 1, 10_000);
    IpcExpectation good = expected(part, SCHEMA, 10_000);
    IpcExpectation narrow =
        new IpcExpectation(good.schema(), good.rows(), good.bytes(), good.digest(), 1000);
    refuses(part, narrow);
  }

  @Test
  void theBodyMustBeRead() throws IOException {
    byte[] part = part(SCHEMA, 2, 10);
    IpcFrames frames = new IpcFrames(new ByteArrayInputStream(part), expected(part, SCHEMA, 20));
    frames.next();
    IpcFrame batch = frames.next().orElseThrow();
    assertThatThrownBy(frames::next).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> frames.body(ByteBuffer.allocate(batch.bodyBytes() - 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("I8: of thousands of damaged parts none passes and none does harm")
  void survivesDamage() throws IOException {
    byte[] part = part(SCHEMA, 2, 20);
    Random random = new Random(20261129);
    for (int i = 0; i < 6_000; i++) {
      byte[] damaged = damage(part, random);
      if (!Arrays.equals(damaged, part)) {
        refuses(damaged, expected(part, SCHEMA, 40));
      }
    }
  }

  @Test
  @DisplayName("I7: damage that the digest would not see does no harm either")
  void survivesDamageWithoutSchemaAndDigest() throws IOException {
    byte[] part = part(SCHEMA, 2, 20);
    Random random = new Random(42);
    for (int i = 0; i < 6_000; i++) {
      byte[] damaged = damage(part, random);
      IpcExpectation lenient =
          new IpcExpectation(Optional.empty(), 40, damaged.length, digest(damaged), MAX_BODY);
      try {
        drain(new IpcFrames(new ByteArrayInputStream(damaged), lenient));
      } catch (LakeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.DATA_LOSS);
      }
    }
  }

  private static byte[] damage(byte[] part, Random random) {
    byte[] damaged = part.clone();
    switch (random.nextInt(5)) {
      case 0 -> damaged[random.nextInt(part.length)] = (byte) random.nextInt();
      case 1 -> damaged[random.nextInt(part.length)] ^= (byte) (1 << random.nextInt(8));
      case 2 ->
          ByteBuffer.wrap(damaged).putInt(random.nextInt(part.length / 4) * 4, extreme(random));
      case 3 ->
          ByteBuffer.wrap(damaged).putLong(random.nextInt(part.length / 8) * 8, extreme(random));
      default -> {
        int from = random.nextInt(part.length);
        int to = random.nextInt(part.length);
        int length = random.nextInt(part.length - Math.max(from, to));
        System.arraycopy(part, from, damaged, to, length);
      }
    }
    return damaged;
  }

  private static int extreme(Random random) {
    int[] values = {-1, 0, 1, 0x7fffffff, 0x80000000, 0x00000080, 0xffffff7f, random.nextInt()};
    return values[random.nextInt(values.length)];
  }

  private static void refuses(byte[] part, IpcExpectation expected) {
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(() -> drain(new IpcFrames(new ByteArrayInputStream(part), expected)))
        .matches(e -> e.code() == ErrorCode.DATA_LOSS, "is DATA_LOSS");
  }

  private static void drain(IpcFrames frames) {
    for (Optional<IpcFrame> next = frames.next(); next.isPresent(); next = frames.next()) {
      int body = next.orElseThrow().bodyBytes();
      assertThat(body).isLessThanOrEqualTo((int) MAX_BODY);
      if (body > 0) {
        frames.body(ByteBuffer.allocate(body));
      }
    }
  }

  private static IpcExpectation expected(byte[] part, Schema schema, long rows) {
    SchemaBytes bytes = IpcSchema.write(schema);
    return new IpcExpectation(Optional.of(bytes), rows, part.length, digest(part), MAX_BODY);
  }

  private static Digest digest(byte[] part) {
    PartDigest digest = PartDigest.of(DigestAlgorithm.CRC32C);
    digest.update(ByteBuffer.wrap(part));
    return digest.finish();
  }

  /** As Arrow's own writer makes it. */
  private static byte[] part(Schema schema, int batches, int rows) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(batch, null, Channels.newChannel(bytes))) {
      for (int i = 0; i < batches; i++) {
        for (FieldVector vector : batch.getFieldVectors()) {
          vector.setInitialCapacity(rows);
          vector.allocateNew();
          vector.setValueCount(rows);
        }
        batch.setRowCount(rows);
        writer.writeBatch();
      }
      writer.end();
    }
    return bytes.toByteArray();
  }
}

package dev.lake.client;

import com.google.protobuf.ByteString;
import dev.lake.protocol.Digest;
import dev.lake.protocol.DigestAlgorithm;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartSummary;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/** An Arrow IPC stream as it is put together from messages, counted and digested on the way. */
final class PartFile implements AutoCloseable {
  private static final int CONTINUATION = 0xFFFFFFFF;
  private static final int ALIGNMENT = 8;
  private static final int BUFFER_BYTES = 1 << 20;

  private final OutputStream out;
  private final RunningDigest digest;
  private Optional<Schema> schema = Optional.empty();
  private long bytes;
  private long rows;

  PartFile(Path path, DigestAlgorithm algorithm) throws IOException {
    this.out = new BufferedOutputStream(Files.newOutputStream(path), BUFFER_BYTES);
    this.digest = RunningDigest.of(algorithm);
  }

  /** Appends one message; a server may send some that carry only its own metadata. */
  void append(ByteString header, ByteString body) throws IOException {
    if (header.isEmpty()) {
      return;
    }
    count(header);
    int padding = Math.floorMod(-header.size(), ALIGNMENT);
    put(prefix(header.size() + padding));
    put(header.asReadOnlyByteBuffer());
    put(ByteBuffer.allocate(padding));
    put(body.asReadOnlyByteBuffer());
  }

  /** Appends the end mark. */
  void end() throws IOException {
    put(prefix(0));
    out.flush();
  }

  private void count(ByteString header) throws IOException {
    Message message = Message.getRootAsMessage(header.asReadOnlyByteBuffer());
    if (message.headerType() == MessageHeader.Schema) {
      schema = Optional.of(MessageSerializer.deserializeSchema(message));
    }
    if (message.headerType() == MessageHeader.RecordBatch
        && message.header(new RecordBatch()) instanceof RecordBatch batch) {
      rows += batch.length();
    }
  }

  private static ByteBuffer prefix(int length) {
    return ByteBuffer.allocate(2 * Integer.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(CONTINUATION)
        .putInt(length)
        .flip();
  }

  private void put(ByteBuffer piece) throws IOException {
    digest.update(piece.duplicate());
    bytes += piece.remaining();
    byte[] copy = new byte[piece.remaining()];
    piece.get(copy);
    out.write(copy);
  }

  /** Compares with what was announced (I8: never a short result as if it were whole). */
  void check(PartSummary announced, Schema announcedSchema) {
    if (rows != announced.rows() || bytes != announced.bytes()) {
      throw lost(
          announced,
          "%d rows in %d bytes arrived, %d in %d were announced"
              .formatted(rows, bytes, announced.rows(), announced.bytes()));
    }
    Digest arrived = digest.result();
    if (!arrived.equals(announced.digest())) {
      throw lost(announced, "its digest is " + arrived.hex() + ", not " + announced.digest().hex());
    }
    if (schema.filter(own -> own.getFields().equals(announcedSchema.getFields())).isEmpty()) {
      throw lost(announced, "its schema is not the statement's");
    }
  }

  private static LakeException lost(PartSummary part, String reason) {
    return new LakeException(
        ErrorCode.DATA_LOSS, "Part %s did not arrive whole: %s", part.name(), reason);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}

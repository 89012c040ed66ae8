package dev.lake.jobs.materialize;

import com.google.flatbuffers.Table;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;

/**
 * How many nodes and buffers every record batch of a schema has, and the check that one has them
 * and that they lie inside its body. Reads flatbuffers that nobody has verified: every loop is
 * bounded by what it has counted itself, and reads outside the bytes throw.
 */
final class IpcShape {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_NODES = 1 << 16;

  private int nodes;
  private int buffers;

  private IpcShape() {}

  static IpcShape of(Message message) {
    if (message.headerType() != MessageHeader.Schema || message.bodyLength() != 0) {
      throw bad("does not begin with a schema");
    }
    Schema schema = (Schema) header(message, new Schema());
    IpcShape shape = new IpcShape();
    for (int i = 0; i < schema.fieldsLength(); i++) {
      shape.add(schema.fields(i), 0);
    }
    return shape;
  }

  private void add(Field field, int depth) {
    if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
      throw bad("has a schema beyond the bounds");
    }
    if (field.dictionary() != null) {
      throw bad("has a dictionary");
    }
    buffers += buffersOf(field.typeType());
    for (int i = 0; i < field.childrenLength(); i++) {
      add(field.children(i), depth + 1);
    }
  }

  private static int buffersOf(byte type) {
    return switch (type) {
      case Type.Null -> 0;
      case Type.Struct_, Type.FixedSizeList -> 1;
      case Type.Int,
          Type.FloatingPoint,
          Type.Bool,
          Type.Decimal,
          Type.Date,
          Type.Time,
          Type.Timestamp,
          Type.Interval,
          Type.Duration,
          Type.FixedSizeBinary,
          Type.List,
          Type.LargeList,
          Type.Map ->
          2;
      case Type.Utf8, Type.Binary, Type.LargeUtf8, Type.LargeBinary -> 3;
      default -> throw bad("has a type that no result has");
    };
  }

  /** Checks a record batch and returns its rows. */
  long check(Message message) {
    if (message.headerType() != MessageHeader.RecordBatch) {
      throw bad("has a message that is no record batch");
    }
    RecordBatch batch = (RecordBatch) header(message, new RecordBatch());
    if (batch.compression() != null || batch.variadicBufferCountsLength() != 0) {
      throw bad("has a compressed or a view batch");
    }
    if (batch.length() < 0 || batch.nodesLength() != nodes || batch.buffersLength() != buffers) {
      throw bad("has a batch that does not fit the schema");
    }
    checkNodes(batch);
    checkBuffers(batch, message.bodyLength());
    return batch.length();
  }

  private void checkNodes(RecordBatch batch) {
    FieldNode node = new FieldNode();
    for (int i = 0; i < nodes; i++) {
      batch.nodes(node, i);
      if (node.length() < 0 || node.nullCount() < 0 || node.nullCount() > node.length()) {
        throw bad("has an impossible column length");
      }
    }
  }

  private void checkBuffers(RecordBatch batch, long body) {
    Buffer buffer = new Buffer();
    for (int i = 0; i < buffers; i++) {
      batch.buffers(buffer, i);
      boolean starts = buffer.offset() >= 0 && buffer.offset() <= body;
      if (!starts || buffer.length() < 0 || buffer.length() > body - buffer.offset()) {
        throw bad("has a buffer outside its body");
      }
    }
  }

  private static Table header(Message message, Table target) {
    Table header = message.header(target);
    if (header == null) {
      throw bad("has a message without content");
    }
    return header;
  }

  static LakeException bad(String what) {
    return new LakeException(ErrorCode.DATA_LOSS, "A part of the result is damaged: it " + what);
  }
}

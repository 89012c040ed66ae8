package dev.lake.frontend.redeem;

import com.google.protobuf.CodedOutputStream;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;

/**
 * One stored IPC message on its way to the wire as a FlightData message: its metadata and body are
 * sent as they are. Valid only until it has been handed to gRPC, which copies it at once: the
 * body's array is used again after that.
 *
 * @see <a href="https://arrow.apache.org/docs/format/Flight.html">Flight.proto, FlightData</a>
 */
final class PartMessage {
  private static final int DATA_HEADER = 2;
  private static final int DATA_BODY = 1000;
  private static final int LENGTH_DELIMITED = 2;

  private final byte[] head;
  private final byte[] body;
  private final int bodyLength;

  PartMessage(byte[] metadata, byte[] body, int bodyLength) {
    this.head = head(metadata, bodyLength);
    this.body = body;
    this.bodyLength = bodyLength;
  }

  /** Everything before the body: tags and lengths are protobuf's, written here to spare copies. */
  private static byte[] head(byte[] metadata, int bodyLength) {
    int size = CodedOutputStream.computeByteArraySize(DATA_HEADER, metadata);
    if (bodyLength > 0) {
      size += CodedOutputStream.computeTagSize(DATA_BODY);
      size += CodedOutputStream.computeUInt32SizeNoTag(bodyLength);
    }
    byte[] head = new byte[size];
    CodedOutputStream out = CodedOutputStream.newInstance(head);
    try {
      out.writeByteArray(DATA_HEADER, metadata);
      if (bodyLength > 0) {
        out.writeTag(DATA_BODY, LENGTH_DELIMITED);
        out.writeUInt32NoTag(bodyLength);
      }
      out.checkNoSpaceLeft();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return head;
  }

  /** The message as gRPC takes it. */
  InputStream stream() {
    return new Wire();
  }

  private final class Wire extends InputStream implements KnownLength, Drainable {
    private final InputStream whole =
        new SequenceInputStream(
            new ByteArrayInputStream(head), new ByteArrayInputStream(body, 0, bodyLength));
    private int left = head.length + bodyLength;

    @Override
    public int drainTo(OutputStream target) throws IOException {
      int length = left;
      if (length == head.length + bodyLength) {
        target.write(head);
        target.write(body, 0, bodyLength);
      } else {
        whole.transferTo(target);
      }
      left = 0;
      return length;
    }

    @Override
    public int available() {
      return left;
    }

    @Override
    public int read() throws IOException {
      int read = whole.read();
      left -= read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = whole.read(target, offset, length);
      left -= Math.max(read, 0);
      return read;
    }
  }
}

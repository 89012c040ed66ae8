package dev.lake.jobs.materialize;

import dev.lake.protocol.PartReceipt;
import dev.lake.protocol.PartReceiptCodec;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Receipts between tasks, in the protocol's own format, which has its version inside. */
final class ReceiptSerializer implements SimpleVersionedSerializer<PartReceipt> {
  static final ReceiptSerializer INSTANCE = new ReceiptSerializer();

  private ReceiptSerializer() {}

  @Override
  public int getVersion() {
    return 1;
  }

  @Override
  public byte[] serialize(PartReceipt receipt) {
    return PartReceiptCodec.write(receipt);
  }

  @Override
  public PartReceipt deserialize(int version, byte[] bytes) throws IOException {
    if (version != 1) {
      throw new IOException("a receipt of unknown version " + version);
    }
    return PartReceiptCodec.read(bytes);
  }
}

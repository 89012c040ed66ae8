package dev.lake.protocol;

/**
 * What a client is told of a part beside the ticket that opens it, so that it can prove that it
 * received the part whole.
 *
 * @param name as in the manifest; good as a file name
 * @param rows of all its batches
 * @param bytes of the part as it is stored: an Arrow IPC stream with its end mark
 * @param digest of those bytes
 */
public record PartSummary(String name, long rows, long bytes, Digest digest) {
  public PartSummary {
    Check.partName(name);
    Check.count(rows, "rows");
    Check.count(bytes, "bytes");
  }
}

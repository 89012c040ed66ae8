package dev.lake.protocol;

import java.util.Arrays;

/** An Arrow schema as the bytes of its IPC message; immutable. */
public final class SchemaBytes {
  public static final int MAX_BYTES = 1 << 20;

  private final byte[] bytes;

  private SchemaBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public static SchemaBytes of(byte[] bytes) {
    Check.that(
        bytes.length > 0 && bytes.length <= MAX_BYTES, "schema", "1 to " + MAX_BYTES + " bytes");
    return new SchemaBytes(bytes.clone());
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SchemaBytes schema && Arrays.equals(bytes, schema.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "SchemaBytes[" + bytes.length + " bytes]";
  }
}

package dev.lake.coordinator.store;

/** The node that counts a tenant's records. */
final class TenantCount {
  private TenantCount() {}

  static byte[] write(int count) {
    return Words.write(Integer.toString(count));
  }

  static int read(byte[] data) {
    return Integer.parseInt(Words.read(data, 1, "a tenant's count").get(0));
  }
}

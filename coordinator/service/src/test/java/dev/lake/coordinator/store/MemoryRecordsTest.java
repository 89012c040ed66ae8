package dev.lake.coordinator.store;

class MemoryRecordsTest implements RecordStoreContract {
  private final MemoryRecords records = new MemoryRecords(BOUND);

  @Override
  public RecordsFixture fixture() {
    return records;
  }
}

package dev.lake.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** What holds of any input. */
class CodecPropertiesTest {
  @Provide
  Arbitrary<Wire> formats() {
    return Arbitraries.of(Wire.all().toList());
  }

  @Property(tries = 500)
  void any_bytes_are_read_or_refused_by_name(
      @ForAll("formats") Wire wire, @ForAll @Size(max = 200) byte[] bytes) {
    readOrRefused(wire, bytes);
  }

  @Property(tries = 5000)
  void a_changed_byte_is_read_or_refused_by_name(
      @ForAll("formats") Wire wire, @ForAll @IntRange(max = 1 << 20) int at, @ForAll byte value) {
    byte[] bytes = wire.write();
    bytes[at % bytes.length] = value;
    readOrRefused(wire, bytes);
  }

  /** What was read is a valid value: it can be written and is read back as itself. */
  private static void readOrRefused(Wire wire, byte[] bytes) {
    Object value;
    try {
      value = wire.read(bytes);
    } catch (LakeException e) {
      assertThat(e.code()).isEqualTo(wire.unreadable());
      return;
    }
    byte[] again = wire.codec().write().apply(value);
    assertThat(wire.read(again)).isEqualTo(value);
  }

  @Property(tries = 300)
  void batch_offsets_are_unpacked_as_packed(
      @ForAll @Size(max = 50) List<@LongRange(min = 1, max = 1L << 40) Long> steps) {
    List<Long> offsets = new ArrayList<>();
    long at = 0;
    for (long step : steps) {
      at += step;
      offsets.add(at);
    }
    assertThat(BatchOffsets.unpack(BatchOffsets.pack(offsets))).isEqualTo(offsets);
  }

  @Property(tries = 300)
  void a_record_stays_below_4_kib(@ForAll String message) {
    Failure failure = Failure.of(ErrorCode.DATA_DIRECTORY_TOO_NEW, message.repeat(50));
    Principal longest = new Principal("a".repeat(128), new TenantId("b".repeat(63)));
    QueryRecord record =
        new QueryRecord(
            Samples.QUERY,
            longest,
            QueryState.FAILED,
            Integer.MAX_VALUE,
            Instant.parse("2026-01-31T12:00:00.123456789Z"),
            Instant.parse("2026-01-31T12:00:01.123456789Z"),
            Optional.of(Samples.CREATED),
            Optional.of(Samples.LATER),
            Optional.empty(),
            Optional.of(failure),
            Optional.of(StopReason.DEADLINE),
            new Progress(Long.MAX_VALUE, Long.MAX_VALUE, 0.1234567890123456),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "n".repeat(64),
            Long.MAX_VALUE);
    byte[] bytes = QueryRecordCodec.write(record);
    assertThat(bytes).hasSizeLessThan(4096);
    assertThat(QueryRecordCodec.read(bytes)).isEqualTo(record);
  }

  @Property(tries = 300)
  void a_part_ticket_fits_whatever_its_names(
      @ForAll @IntRange(min = 1, max = 128) int name,
      @ForAll @IntRange(min = 1, max = 128) int etag) {
    PartClaims claims =
        new PartClaims(
            Samples.QUERY,
            new Principal("a".repeat(name), new TenantId("b".repeat(63))),
            "p".repeat(96),
            "\"".repeat(etag),
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            new Digest(DigestAlgorithm.SHA_256, Samples.SHA),
            Samples.EXPIRES);
    assertThat(PartClaimsCodec.read(PartClaimsCodec.write(claims))).isEqualTo(claims);
  }
}

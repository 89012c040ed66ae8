package dev.lake.jobs.interactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.LakeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchShaperTest {

  private static final Schema SOURCE =
      new Schema(List.of(Field.nullable("column", ArrowType.Utf8.INSTANCE)));
  private static final Schema TARGET =
      new Schema(List.of(Field.nullable("renamed", ArrowType.Utf8.INSTANCE)));

  private final BufferAllocator memory = new RootAllocator();
  private final BufferAllocator query = memory.newChildAllocator("query", 0, Long.MAX_VALUE);

  @AfterEach
  void nothing_is_left() {
    query.close();
    memory.close();
  }

  private static InteractiveConfig config() {
    return new InteractiveConfig(
        1_000, 2_000, 3_000, 1 << 20, Duration.ofSeconds(1), Duration.ofHours(1), true, 1);
  }

  private static VectorSchemaRoot batch(BufferAllocator allocator, int rows, int width) {
    VectorSchemaRoot batch = VectorSchemaRoot.create(SOURCE, allocator);
    VarCharVector texts = (VarCharVector) batch.getVector(0);
    for (int i = 0; i < rows; i++) {
      texts.setSafe(i, "x".repeat(width).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }
    batch.setRowCount(rows);
    return batch;
  }

  private List<Integer> shaped(BufferAllocator source, int batches, int rows, int width) {
    List<Integer> sizes = new ArrayList<>();
    try (BatchShaper shaper = new BatchShaper(TARGET, query, config())) {
      for (int i = 0; i < batches; i++) {
        try (VectorSchemaRoot batch = batch(source, rows, width)) {
          shaper.add(batch);
        }
      }
      shaper.flush();
      for (VectorSchemaRoot ready = shaper.next(); ready != null; ready = shaper.next()) {
        try (VectorSchemaRoot taken = ready) {
          assertThat(taken.getSchema()).isEqualTo(TARGET);
          assertThat(BatchShaper.bytes(taken)).isLessThanOrEqualTo(3_000);
          assertThat(taken.getVector(0).getObject(taken.getRowCount() - 1))
              .hasToString("x".repeat(width));
          sizes.add(taken.getRowCount());
        }
      }
    }
    return sizes;
  }

  @Test
  void small_batches_are_gathered() {
    assertThat(shaped(query, 30, 2, 40)).hasSizeBetween(2, 6).allMatch(rows -> rows > 5);
  }

  @Test
  void large_batches_are_cut() {
    List<Integer> sizes = shaped(query, 1, 100, 100);

    assertThat(sizes).hasSizeGreaterThan(4);
    assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(100);
  }

  @Test
  void one_row_may_be_larger_than_a_batch() {
    assertThat(shaped(query, 1, 3, 2_500)).containsExactly(1, 1, 1);
  }

  @Test
  void a_row_beyond_the_bound_is_refused_and_nothing_kept() {
    assertThatThrownBy(() -> shaped(query, 1, 2, 4_000))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("One row of the result has");
  }

  @Test
  void batches_of_another_root_allocator_are_copied() {
    try (BufferAllocator foreign = new RootAllocator()) {
      assertThat(shaped(foreign, 1, 10, 80)).containsExactly(10);
      assertThat(shaped(foreign, 30, 2, 40)).allMatch(rows -> rows > 5);
    }
  }

  @Test
  void empty_batches_vanish() {
    assertThat(shaped(query, 3, 0, 0)).isEmpty();
  }
}

package dev.lake.lance.types;

import static dev.lake.lance.types.Samples.field;
import static dev.lake.lance.types.Samples.required;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random types up to four levels deep, with nulls at every level; the seeds are fixed. */
class NestedRoundTripTest {
  private static final int TYPES = 400;
  private static final int ROWS = 60;

  private static final List<Samples.Sample> LEAVES = Samples.flat();

  /** Of each sample; what follows is larger than it must be here. */
  private static final int SAMPLE_VALUES = 5;

  @Test
  void everyCombinationComesBack() {
    for (int seed = 0; seed < TYPES; seed++) {
      Random random = new Random(seed);
      Node type = node(random, "c", 3, true);
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        values.add(type.value(random));
      }
      check(seed, type.field(), values);
    }
  }

  private static void check(int seed, Field field, List<@Nullable Object> values) {
    Schema schema = new Schema(List.of(field));
    RowType rows = ArrowTypes.rowType(schema);
    assertThat(ArrowTypes.opaque(rows.getTypeAt(0))).isFalse();
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Batches.of(allocator, field, values);
        VectorSchemaRoot target = VectorSchemaRoot.create(schema, allocator)) {
      ArrowRowWriter writer = new ArrowRowWriter(target, rows);
      RowDataSerializer serializer = new RowDataSerializer(rows);
      ColumnarRowData row = new ColumnarRowData(ArrowColumns.view(batch, rows));
      for (int i = 0; i < values.size(); i++) {
        row.setRowId(i);
        writer.write(i % 2 == 0 ? row : serializer.toBinaryRow(row));
      }
      writer.finish();
      assertThat(VectorEqualsVisitor.vectorEquals(batch.getVector(0), target.getVector(0)))
          .as("seed %d: %s is %s, of %s", seed, batch.getVector(0), target.getVector(0), field)
          .isTrue();
    }
  }

  /** A type and a way to make values of it. */
  private record Node(Field field, Values values) {
    @Nullable Object value(Random random) {
      return field.isNullable() && random.nextInt(4) == 0 ? null : values.next(random);
    }
  }

  private interface Values {
    Object next(Random random);
  }

  private static Node node(Random random, String name, int depth, boolean nullable) {
    switch (depth == 0 ? 0 : random.nextInt(6)) {
      case 1, 2 -> {
        Node item = node(random, "item", depth - 1, random.nextInt(4) > 0);
        return of(name, nullable, ArrowType.List.INSTANCE, item, r -> list(item, r, r.nextInt(4)));
      }
      case 3 -> {
        int length = 1 + random.nextInt(3);
        Node item = node(random, "item", depth - 1, true);
        return of(
            name, nullable, new ArrowType.FixedSizeList(length), item, r -> list(item, r, length));
      }
      case 4 -> {
        return struct(random, name, depth, nullable);
      }
      case 5 -> {
        return map(random, name, depth, nullable);
      }
      default -> {
        Samples.Sample leaf = LEAVES.get(random.nextInt(LEAVES.size()));
        Field field =
            new Field(name, new FieldType(nullable, leaf.field().getType(), null), List.of());
        return new Node(
            field, r -> leaf.arrow().get(r.nextInt(Math.min(SAMPLE_VALUES, leaf.arrow().size()))));
      }
    }
  }

  private static Node struct(Random random, String name, int depth, boolean nullable) {
    List<Node> children = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      // Arrow's own setters cannot make a null struct of a child that is never null.
      children.add(node(random, "f" + i, depth - 1, true));
    }
    Field field =
        new Field(
            name,
            new FieldType(nullable, ArrowType.Struct.INSTANCE, null),
            children.stream().map(Node::field).toList());
    return new Node(
        field,
        r -> {
          List<@Nullable Object> values = new ArrayList<>();
          children.forEach(child -> values.add(child.value(r)));
          return values;
        });
  }

  private static Node map(Random random, String name, int depth, boolean nullable) {
    Node value = node(random, "value", depth - 1, true);
    Field entries =
        required(
            "entries",
            ArrowType.Struct.INSTANCE,
            required("key", ArrowType.Utf8.INSTANCE),
            value.field());
    Field field =
        new Field(name, new FieldType(nullable, new ArrowType.Map(false), null), List.of(entries));
    return new Node(
        field,
        r -> {
          Map<String, @Nullable Object> map = new LinkedHashMap<>();
          for (int i = r.nextInt(4); i > 0; i--) {
            map.put("key " + r.nextInt(100), value.value(r));
          }
          return map;
        });
  }

  private static Node of(String name, boolean nullable, ArrowType type, Node item, Values values) {
    Field field = new Field(name, new FieldType(nullable, type, null), List.of(item.field()));
    return new Node(field, values);
  }

  private static List<@Nullable Object> list(Node item, Random random, int length) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      values.add(item.value(random));
    }
    return values;
  }

  @Test
  void embeddingsWithNullsBetweenThemKeepTheirPlace() {
    int length = 2048;
    Field field = field("c", new ArrowType.FixedSizeList(length), field("item", Samples.FLOAT32));
    Random random = new Random(7);
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      List<@Nullable Object> vector = new ArrayList<>();
      for (int k = 0; k < length; k++) {
        vector.add(random.nextFloat());
      }
      values.add(i % 5 == 1 || i % 5 == 4 ? vector : null);
    }
    check(7, field, values);
  }
}

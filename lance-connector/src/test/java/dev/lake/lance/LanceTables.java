package dev.lake.lance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;
import org.lance.WriteParams.WriteMode;
import org.lance.cleanup.CleanupPolicy;
import org.lance.index.IndexOptions;
import org.lance.index.IndexParams;
import org.lance.index.IndexType;
import org.lance.index.scalar.ScalarIndexParams;

/** Writes real datasets for tests. */
public final class LanceTables {
  private LanceTables() {}

  /** A nullable column. */
  public static Field column(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  /** A schema of nullable columns. */
  public static Schema schema(Field... columns) {
    return new Schema(Arrays.asList(columns));
  }

  /** Creates a dataset. The filler allocates and fills the vectors and sets the row count. */
  public static void create(
      Path path, Schema schema, int rowsPerFragment, Consumer<VectorSchemaRoot> filler) {
    write(path, schema, rowsPerFragment, "2.1", WriteMode.CREATE, filler);
  }

  /** Adds a version with more rows. */
  public static void append(
      Path path, Schema schema, int rowsPerFragment, Consumer<VectorSchemaRoot> filler) {
    write(path, schema, rowsPerFragment, "2.1", WriteMode.APPEND, filler);
  }

  /** Adds a version with other rows. */
  public static void overwrite(
      Path path, Schema schema, int rowsPerFragment, Consumer<VectorSchemaRoot> filler) {
    write(path, schema, rowsPerFragment, "2.1", WriteMode.OVERWRITE, filler);
  }

  /** Creates a dataset of one fragment whose files have a given format, for example "2.2". */
  public static void createWithFormat(
      Path path, Schema schema, String format, Consumer<VectorSchemaRoot> filler) {
    write(path, schema, Integer.MAX_VALUE, format, WriteMode.CREATE, filler);
  }

  /** Creates a dataset with one dictionary column of text; index -1 is null. */
  public static void createWithDictionary(
      Path path, String column, List<String> values, int[] indices) throws IOException {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, new ArrowType.Int(32, true));
    Field field =
        new Field(column, new FieldType(true, new ArrowType.Int(32, true), encoding), List.of());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector words = new VarCharVector("words", allocator);
        IntVector numbers = (IntVector) field.createVector(allocator)) {
      for (int i = 0; i < values.size(); i++) {
        words.setSafe(i, values.get(i).getBytes(StandardCharsets.UTF_8));
      }
      words.setValueCount(values.size());
      for (int i = 0; i < indices.length; i++) {
        if (indices[i] >= 0) {
          numbers.setSafe(i, indices[i]);
        } else {
          numbers.setNull(i);
        }
      }
      numbers.setValueCount(indices.length);
      MapDictionaryProvider dictionaries = new MapDictionaryProvider();
      dictionaries.put(new Dictionary(words, encoding));
      VectorSchemaRoot root =
          new VectorSchemaRoot(List.of(field), List.of(numbers), indices.length);
      try (ArrowStreamWriter writer = new ArrowStreamWriter(root, dictionaries, bytes)) {
        writer.writeBatch();
        writer.end();
      }
    }
    write(path, bytes.toByteArray(), Integer.MAX_VALUE, "2.1", WriteMode.CREATE);
  }

  private static void write(
      Path path,
      Schema schema,
      int rowsPerFragment,
      String format,
      WriteMode mode,
      Consumer<VectorSchemaRoot> filler) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
      filler.accept(root);
      writer.writeBatch();
      writer.end();
      write(path, bytes.toByteArray(), rowsPerFragment, format, mode);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(
      Path path, byte[] stream, int rowsPerFragment, String format, WriteMode mode)
      throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(stream), allocator)) {
      Dataset.write()
          .allocator(allocator)
          .reader(reader)
          .uri(path.toString())
          .mode(mode)
          .maxRowsPerFile(rowsPerFragment)
          .dataStorageVersion(format)
          .execute()
          .close();
    }
  }

  /** Adds a version without the rows that a filter keeps. */
  public static void delete(Path path, String filter) {
    change(path, dataset -> dataset.delete(filter));
  }

  /** Removes every version but the newest, with its files. */
  public static void cleanUp(Path path) {
    change(
        path,
        dataset ->
            dataset.cleanupWithPolicy(
                CleanupPolicy.builder()
                    .withBeforeTimestampMillis(System.currentTimeMillis())
                    .withDeleteUnverified(true)
                    .build()));
  }

  /** Adds a version with a scalar index, for example of kind BTREE. */
  public static void index(Path path, String column, IndexType type) {
    ScalarIndexParams scalar = ScalarIndexParams.create(type.name().toLowerCase(Locale.ROOT), "{}");
    change(
        path,
        dataset ->
            dataset.createIndex(
                IndexOptions.builder(
                        List.of(column),
                        type,
                        IndexParams.builder().setScalarIndexParams(scalar).build())
                    .build()));
  }

  /** Anything else that makes a version. */
  public static void change(Path path, Consumer<Dataset> change) {
    try (BufferAllocator allocator = new RootAllocator();
        Dataset dataset = Dataset.open().allocator(allocator).uri(path.toString()).build()) {
      change.accept(dataset);
    }
  }

  /** The newest version's number. */
  public static long version(Path path) {
    try (BufferAllocator allocator = new RootAllocator();
        Dataset dataset = Dataset.open().allocator(allocator).uri(path.toString()).build()) {
      return dataset.version();
    }
  }
}

package dev.lake.lance.dataset;

import dev.lake.lance.dataset.DatasetException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The batches of a native reader with dictionary columns written out. Without such columns, the
 * reader's own batches.
 */
final class PlainBatches implements AutoCloseable {
  private final ArrowReader reader;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot encoded;
  private final Schema schema;
  private final boolean decodes;
  private @Nullable VectorSchemaRoot decoded;

  PlainBatches(ArrowReader reader, BufferAllocator allocator) throws IOException {
    this.reader = reader;
    this.allocator = allocator;
    this.encoded = reader.getVectorSchemaRoot();
    this.schema = schema(reader);
    this.decodes =
        encoded.getSchema().getFields().stream().anyMatch(f -> f.getDictionary() != null);
  }

  /** The reader's schema; a dictionary column has the type of its values. */
  static Schema schema(ArrowReader reader) throws IOException {
    Schema schema = reader.getVectorSchemaRoot().getSchema();
    Map<Long, Dictionary> dictionaries = reader.getDictionaryVectors();
    List<Field> fields = new ArrayList<>();
    for (Field field : schema.getFields()) {
      fields.add(
          field.getDictionary() == null
              ? field
              : plain(field, dictionary(field, dictionaries).getVector().getField()));
    }
    return new Schema(fields, schema.getCustomMetadata());
  }

  /** The reader's dictionary columns. */
  static Set<String> dictionaryColumns(ArrowReader reader) throws IOException {
    return reader.getVectorSchemaRoot().getSchema().getFields().stream()
        .filter(field -> field.getDictionary() != null)
        .map(Field::getName)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Field plain(Field encoded, Field values) {
    FieldType type =
        new FieldType(encoded.isNullable(), values.getType(), null, encoded.getMetadata());
    return new Field(encoded.getName(), type, values.getChildren());
  }

  private static Dictionary dictionary(Field field, Map<Long, Dictionary> dictionaries) {
    Dictionary dictionary = dictionaries.get(field.getDictionary().getId());
    if (dictionary == null) {
      throw new DatasetException(
          Kind.UNREADABLE, "The dictionary of column '" + field.getName() + "' is missing.");
    }
    return dictionary;
  }

  Schema schema() {
    return schema;
  }

  boolean next() throws IOException {
    closeDecoded();
    while (reader.loadNextBatch()) {
      if (encoded.getRowCount() > 0) {
        if (decodes) {
          decoded = decode();
        }
        return true;
      }
    }
    return false;
  }

  private VectorSchemaRoot decode() throws IOException {
    Map<Long, Dictionary> dictionaries = reader.getDictionaryVectors();
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (FieldVector vector : encoded.getFieldVectors()) {
        vectors.add(plain(vector, dictionaries));
      }
    } catch (RuntimeException e) {
      AutoCloseables.close(e, vectors);
      throw e;
    }
    return new VectorSchemaRoot(schema, vectors, encoded.getRowCount());
  }

  /** A vector of its own: the decoded batch is closed apart from the encoded one. */
  private FieldVector plain(FieldVector vector, Map<Long, Dictionary> dictionaries) {
    Field field = vector.getField();
    if (field.getDictionary() == null) {
      var transfer = vector.getTransferPair(allocator);
      transfer.splitAndTransfer(0, vector.getValueCount());
      return (FieldVector) transfer.getTo();
    }
    return (FieldVector)
        DictionaryEncoder.decode(vector, dictionary(field, dictionaries), allocator);
  }

  VectorSchemaRoot root() {
    return decoded == null ? encoded : decoded;
  }

  private void closeDecoded() {
    if (decoded != null) {
      decoded.close();
      decoded = null;
    }
  }

  @Override
  public void close() throws IOException {
    closeDecoded();
    reader.close();
  }
}

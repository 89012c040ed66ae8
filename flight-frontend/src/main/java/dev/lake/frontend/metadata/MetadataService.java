package dev.lake.frontend.metadata;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.lake.frontend.auth.Identity;
import dev.lake.frontend.stream.BatchPump;
import dev.lake.frontend.stream.StreamResources;
import dev.lake.jobs.interactive.ResultCursor;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableName;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetSqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Answers the metadata commands of Flight SQL, with exactly the protocol's schemas, from the tables
 * that the caller may read. The ticket of a command is the command itself: it is checked anew by
 * DoGet and reveals nothing. Safe for use by many threads.
 */
public final class MetadataService {
  private final TableListing listing;
  private final SqlInfos sqlInfos = new SqlInfos();
  private final StreamResources resources;

  /** Answers from these tables. */
  public MetadataService(Tables tables, StreamResources resources) {
    this.listing = new TableListing(tables);
    this.resources = resources;
  }

  /** The schema of a command's answer; empty if it is no metadata command. */
  public Optional<Schema> schema(Any command) {
    return MetadataCommand.of(command).map(kind -> schema(kind, command));
  }

  /** Where a command's answer can be read; empty if it is no metadata command. */
  public Optional<FlightInfo> info(Any command, FlightDescriptor descriptor) {
    Ticket ticket = new Ticket(command.toByteArray());
    return schema(command)
        .map(
            schema ->
                FlightInfo.builder(
                        schema, descriptor, List.of(FlightEndpoint.builder(ticket).build()))
                    .build());
  }

  /** Starts to stream a command's answer and returns; false if it is no metadata command. */
  public boolean stream(Any command, Identity identity, ServerStreamListener listener) {
    Optional<MetadataCommand> known = MetadataCommand.of(command);
    if (known.isEmpty()) {
      return false;
    }
    MetadataCommand kind = known.orElseThrow();
    if (kind == MetadataCommand.SQL_INFO) {
      sqlInfos.send(unpack(command, CommandGetSqlInfo.class).getInfoList(), listener);
      return true;
    }
    BatchPump pump = new BatchPump(listener, slow(), () -> {});
    resources.workers().execute(() -> run(kind, command, identity, pump));
    return true;
  }

  /** Describing a table may open its dataset, so that these batches are made by the workers. */
  private StreamResources slow() {
    return new StreamResources(
        resources.allocator(), resources.streamBytes(), resources.workers(), resources.workers());
  }

  private void run(MetadataCommand kind, Any command, Identity identity, BatchPump pump) {
    BufferAllocator allocator = resources.forStream("metadata");
    try {
      ResultCursor cursor = cursor(kind, command, identity, allocator);
      pump.begin(new BatchPump.Source(schema(kind, command), cursor, allocator));
    } catch (Throwable failure) {
      allocator.close();
      pump.fail(failure);
    }
  }

  private Schema schema(MetadataCommand kind, Any command) {
    if (kind != MetadataCommand.TABLES) {
      return kind.schema();
    }
    boolean withSchema = unpack(command, CommandGetTables.class).getIncludeSchema();
    return withSchema ? Schemas.GET_TABLES_SCHEMA : Schemas.GET_TABLES_SCHEMA_NO_SCHEMA;
  }

  private ResultCursor cursor(
      MetadataCommand kind, Any command, Identity identity, BufferAllocator allocator) {
    Schema schema = schema(kind, command);
    return switch (kind) {
      case CATALOGS -> single(schema, allocator, "catalog_name", TableName.CATALOG);
      case TABLE_TYPES -> single(schema, allocator, "table_type", TableListing.TABLE_TYPE);
      case DB_SCHEMAS ->
          listing.namespaces(unpack(command, CommandGetDbSchemas.class), identity, allocator);
      case TABLES -> listing.tables(unpack(command, CommandGetTables.class), identity, allocator);
      case TYPE_INFO -> XdbcTypes.cursor(unpack(command, CommandGetXdbcTypeInfo.class), allocator);
      case PRIMARY_KEYS, EXPORTED_KEYS, IMPORTED_KEYS, CROSS_REFERENCE, SQL_INFO ->
          new RowsCursor<>(schema, allocator, Collections.emptyIterator(), (batch, row, it) -> 0);
    };
  }

  private static ResultCursor single(
      Schema schema, BufferAllocator allocator, String column, String value) {
    return new RowsCursor<>(
        schema,
        allocator,
        List.of(value).iterator(),
        (batch, row, text) -> {
          RowsCursor.text(batch, column, row, text);
          return text.length();
        });
  }

  private static <T extends com.google.protobuf.Message> T unpack(Any command, Class<T> type) {
    try {
      return command.unpack(type);
    } catch (InvalidProtocolBufferException e) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT,
          e,
          "The body of the command %s is damaged",
          type.getSimpleName());
    }
  }
}

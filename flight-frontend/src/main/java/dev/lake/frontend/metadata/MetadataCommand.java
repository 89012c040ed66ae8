package dev.lake.frontend.metadata;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.Optional;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCatalogs;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCrossReference;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetExportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetImportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetPrimaryKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetSqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTableTypes;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.apache.arrow.vector.types.pojo.Schema;

/** The metadata commands of Flight SQL and the schemas that the protocol gives their answers. */
enum MetadataCommand {
  SQL_INFO(CommandGetSqlInfo.class, Schemas.GET_SQL_INFO_SCHEMA),
  CATALOGS(CommandGetCatalogs.class, Schemas.GET_CATALOGS_SCHEMA),
  DB_SCHEMAS(CommandGetDbSchemas.class, Schemas.GET_SCHEMAS_SCHEMA),
  TABLES(CommandGetTables.class, Schemas.GET_TABLES_SCHEMA),
  TABLE_TYPES(CommandGetTableTypes.class, Schemas.GET_TABLE_TYPES_SCHEMA),
  TYPE_INFO(CommandGetXdbcTypeInfo.class, Schemas.GET_TYPE_INFO_SCHEMA),
  PRIMARY_KEYS(CommandGetPrimaryKeys.class, Schemas.GET_PRIMARY_KEYS_SCHEMA),
  EXPORTED_KEYS(CommandGetExportedKeys.class, Schemas.GET_EXPORTED_KEYS_SCHEMA),
  IMPORTED_KEYS(CommandGetImportedKeys.class, Schemas.GET_IMPORTED_KEYS_SCHEMA),
  CROSS_REFERENCE(CommandGetCrossReference.class, Schemas.GET_CROSS_REFERENCE_SCHEMA);

  private final Class<? extends Message> message;

  @SuppressWarnings("ImmutableEnumChecker") // nobody can change a schema, it just does not say so
  private final Schema schema;

  MetadataCommand(Class<? extends Message> message, Schema schema) {
    this.message = message;
    this.schema = schema;
  }

  Schema schema() {
    return schema;
  }

  static Optional<MetadataCommand> of(Any command) {
    return Arrays.stream(values()).filter(kind -> command.is(kind.message)).findFirst();
  }
}

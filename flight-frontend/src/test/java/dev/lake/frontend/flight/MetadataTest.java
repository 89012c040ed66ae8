package dev.lake.frontend.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.util.TableRef;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What drivers ask about the server, over a real listener. */
class MetadataTest {
  private static final CallOption ADA = FrontendFixture.as(FrontendFixture.ADA);
  private static final CallOption BOB = FrontendFixture.as(FrontendFixture.BOB);
  private static final CallOption ROOT = FrontendFixture.as(FrontendFixture.ROOT);

  private static final Schema ORDERS =
      new Schema(
          List.of(
              new Field("id", FieldType.notNullable(new ArrowType.Int(64, true)), null),
              Field.nullable("price", new ArrowType.Decimal(15, 2, 128)),
              Field.nullable("note", ArrowType.Utf8.INSTANCE)));

  @TempDir Path directory;
  private FrontendFixture lake;
  private FlightSqlClient client;

  @BeforeEach
  void start() throws Exception {
    lake = new FrontendFixture(directory, config -> config);
    client = lake.sql();
    lake.tables.add("orders", ORDERS);
    lake.tables.add("orders_old", ORDERS);
    lake.tables.add("ordersXold", ORDERS);
    lake.tables.add("shared", ORDERS);
    lake.tables.add("secret.plans", ORDERS);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    lake.close();
  }

  /** Every row as text, after checking that stream and info agree on the schema. */
  private List<List<String>> rows(FlightInfo info, CallOption caller) throws Exception {
    List<List<String>> rows = new ArrayList<>();
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket(), caller)) {
      assertThat(stream.getSchema()).isEqualTo(FrontendFixture.schema(info));
      while (stream.next()) {
        for (int row = 0; row < stream.getRoot().getRowCount(); row++) {
          int at = row;
          rows.add(
              stream.getRoot().getFieldVectors().stream()
                  .filter(vector -> !vector.getName().equals("table_schema"))
                  .map((FieldVector vector) -> String.valueOf(vector.getObject(at)))
                  .toList());
        }
      }
    }
    return rows;
  }

  private List<String> tableNames(@Nullable String pattern, CallOption caller) throws Exception {
    FlightInfo info = client.getTables(null, null, pattern, null, false, caller);
    return rows(info, caller).stream().map(row -> row.get(2)).toList();
  }

  @Test
  void everyCommandHasTheProtocolsSchema() throws Exception {
    assertThat(FrontendFixture.schema(client.getCatalogs(ADA)))
        .isEqualTo(Schemas.GET_CATALOGS_SCHEMA);
    assertThat(rows(client.getCatalogs(ADA), ADA)).containsExactly(List.of("lake"));
    assertThat(rows(client.getTableTypes(ADA), ADA)).containsExactly(List.of("TABLE"));
    assertThat(FrontendFixture.schema(client.getXdbcTypeInfo(ADA)))
        .isEqualTo(Schemas.GET_TYPE_INFO_SCHEMA);
    assertThat(rows(client.getXdbcTypeInfo(ADA), ADA)).hasSize(13);
    assertThat(rows(client.getXdbcTypeInfo(12, ADA), ADA))
        .singleElement()
        .satisfies(row -> assertThat(row.get(0)).isEqualTo("STRING"));
    TableRef orders = TableRef.of("lake", "main", "orders");
    assertThat(rows(client.getPrimaryKeys(orders, ADA), ADA)).isEmpty();
    assertThat(rows(client.getExportedKeys(orders, ADA), ADA)).isEmpty();
    assertThat(rows(client.getImportedKeys(orders, ADA), ADA)).isEmpty();
    assertThat(rows(client.getCrossReference(orders, orders, ADA), ADA)).isEmpty();
    assertThat(client.getTablesSchema(true, ADA).getSchema()).isEqualTo(Schemas.GET_TABLES_SCHEMA);
    assertThat(client.getTablesSchema(false, ADA).getSchema())
        .isEqualTo(Schemas.GET_TABLES_SCHEMA_NO_SCHEMA);
  }

  @Test
  @DisplayName("I9: tables and namespaces without a grant are not listed")
  void i9OnlyGrantedTables() throws Exception {
    assertThat(tableNames(null, ADA)).doesNotContain("plans").contains("orders", "shared");
    assertThat(tableNames(null, BOB)).containsExactly("shared");
    assertThat(tableNames("plans", ADA)).isEmpty();
    assertThat(rows(client.getSchemas(null, null, ADA), ADA))
        .containsExactly(List.of("lake", "main"));
    assertThat(rows(client.getSchemas(null, null, ROOT), ROOT))
        .containsExactly(List.of("lake", "main"), List.of("lake", "secret"));
    assertThat(rows(client.getSchemas(null, "sec%", ROOT), ROOT)).hasSize(1);
    assertThat(rows(client.getSchemas("", null, ROOT), ROOT)).isEmpty();
  }

  @Test
  void patternsAreLikePatternsWithTheExactNameFirst() throws Exception {
    assertThat(tableNames("orders%", ADA)).containsExactly("orders", "ordersXold", "orders_old");
    assertThat(tableNames("orders_old", ADA)).containsExactly("orders_old", "ordersXold");
    assertThat(tableNames("orders\\_old", ADA)).containsExactly("orders_old");
    assertThat(tableNames("ORDERS", ADA)).containsExactly("orders");
    assertThat(tableNames("", ADA)).isEmpty();
    for (String odd : new String[] {"O'x", "a\nb", "x".repeat(10_000), "🙂%", "\\", "SELECT 1"}) {
      assertThat(tableNames(odd, ADA)).as(odd).isEmpty();
    }
  }

  @Test
  void filtersOnCatalogAndTypeAreKept() throws Exception {
    FlightInfo ours = client.getTables("lake", "main", "shared", List.of("TABLE"), false, ADA);
    assertThat(rows(ours, ADA)).containsExactly(List.of("lake", "main", "shared", "TABLE"));
    FlightInfo none = client.getTables("", null, null, null, false, ADA);
    assertThat(rows(none, ADA)).isEmpty();
    FlightInfo views = client.getTables(null, null, null, List.of("VIEW"), true, ADA);
    assertThat(rows(views, ADA)).isEmpty();
  }

  @Test
  @DisplayName("I1: the schema in GetTables is that of SELECT *, but for metadata")
  void i1TableSchemas() throws Exception {
    FlightInfo info = client.getTables(null, null, "orders", null, true, ADA);
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket(), ADA)) {
      assertThat(stream.next()).isTrue();
      byte[] bytes = (byte[]) stream.getRoot().getVector("table_schema").getObject(0);
      Schema schema = Schema.deserializeMessage(java.nio.ByteBuffer.wrap(bytes));
      assertThat(schema.getFields())
          .extracting(Field::getName)
          .containsExactly("id", "price", "note");
      assertThat(schema.getFields()).allMatch(Field::isNullable);
      assertThat(schema.findField("price").getMetadata())
          .containsEntry("ARROW:FLIGHT:SQL:TYPE_NAME", "DECIMAL(15, 2)")
          .containsEntry("ARROW:FLIGHT:SQL:PRECISION", "15");
    }
  }

  @Test
  void aTableThatCannotBeOpenedDoesNotHideTheOthers() throws Exception {
    lake.tables.addBroken("broken");
    FlightInfo info = client.getTables(null, null, null, null, true, ADA);
    assertThat(rows(info, ADA)).extracting(row -> row.get(2)).contains("broken", "orders");
  }

  @Test
  void aLongListComesInSeveralBatches() throws Exception {
    for (int i = 0; i < 2_500; i++) {
      lake.tables.add("many%04d".formatted(i), ORDERS);
    }
    assertThat(tableNames("many%", ADA)).hasSize(2_500);
    FlightInfo info = client.getTables(null, null, "many%", null, true, ADA);
    assertThat(rows(info, ADA)).hasSize(2_500);
  }

  @Test
  void everySqlInfoIsAnswered() throws Exception {
    Set<Integer> wanted =
        Arrays.stream(SqlInfo.values())
            .filter(info -> info != SqlInfo.UNRECOGNIZED)
            .filter(info -> !info.name().matches(".*(CONCURRENCIES|SUBSTRAIT_M).*"))
            .map(SqlInfo::getNumber)
            .collect(Collectors.toSet());
    FlightInfo all = client.getSqlInfo(new int[0], ADA);
    assertThat(rows(all, ADA).stream().map(row -> Integer.parseInt(row.get(0))))
        .containsAll(wanted);
    assertThat(rows(client.getSqlInfo(new int[] {0, 3, 424_242, 569}, ADA), ADA))
        .containsExactly(List.of("0", "lake"), List.of("3", "true"));
  }
}

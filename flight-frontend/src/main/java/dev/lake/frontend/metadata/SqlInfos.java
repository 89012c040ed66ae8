package dev.lake.frontend.metadata;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.sql.SqlInfoBuilder;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlNullOrdering;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlOuterJoinsSupportLevel;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedCaseSensitivity;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedElementActions;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedGroupBy;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedPositionedCommands;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedResultSetType;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedSubqueries;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedTransaction;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedUnions;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlTransactionIsolationLevel;
import org.apache.arrow.flight.sql.impl.FlightSql.SupportedAnsi92SqlGrammarLevel;
import org.apache.arrow.flight.sql.impl.FlightSql.SupportedSqlGrammar;

/**
 * What the server says of itself. Every code that a driver unboxes is answered: a missing one is a
 * NullPointerException inside the JDBC driver, a value of another shape a crash of the Go driver.
 */
final class SqlInfos {
  private static final String VERSION = version(SqlInfos.class);

  private static final String[] NUMERIC_FUNCTIONS = {
    "ABS", "ACOS", "ASIN", "ATAN", "ATAN2", "CEIL", "COS", "DEGREES", "EXP", "FLOOR", "LN",
    "LOG10", "LOG2", "MOD", "PI", "POWER", "RADIANS", "RAND", "ROUND", "SIGN", "SIN", "SQRT",
    "TAN", "TRUNCATE"
  };
  private static final String[] STRING_FUNCTIONS = {
    "ASCII",
    "CHAR_LENGTH",
    "CONCAT",
    "INITCAP",
    "LEFT",
    "LOCATE",
    "LOWER",
    "LPAD",
    "LTRIM",
    "OVERLAY",
    "POSITION",
    "REGEXP_EXTRACT",
    "REGEXP_REPLACE",
    "REPEAT",
    "REPLACE",
    "REVERSE",
    "RIGHT",
    "RPAD",
    "RTRIM",
    "SUBSTRING",
    "TRIM",
    "UPPER"
  };
  private static final String[] DATETIME_FUNCTIONS = {
    "CEIL",
    "CURRENT_DATE",
    "CURRENT_TIME",
    "CURRENT_TIMESTAMP",
    "DATE_FORMAT",
    "DAYOFMONTH",
    "DAYOFWEEK",
    "DAYOFYEAR",
    "EXTRACT",
    "FLOOR",
    "HOUR",
    "LOCALTIME",
    "LOCALTIMESTAMP",
    "MINUTE",
    "MONTH",
    "QUARTER",
    "SECOND",
    "TIMESTAMPADD",
    "TIMESTAMPDIFF",
    "TO_DATE",
    "TO_TIMESTAMP",
    "WEEK",
    "YEAR"
  };

  private final SqlInfoBuilder infos = limits(grammar(server(new SqlInfoBuilder())));

  /** Sends the wanted infos, all of them if none is named; codes that nobody knows are left out. */
  void send(List<Integer> wanted, ServerStreamListener listener) {
    List<Integer> known = wanted.stream().filter(SqlInfos::isKnown).toList();
    if (known.isEmpty() && !wanted.isEmpty()) {
      // An empty list would mean "all": answer the one that every client knows.
      infos.send(List.of(SqlInfo.FLIGHT_SQL_SERVER_NAME_VALUE), listener);
      return;
    }
    infos.send(known, listener);
  }

  /**
   * Whether a code has a value here. There is no version of Substrait, and Arrow's builder has no
   * word for the concurrency of result sets; no driver asks for either.
   */
  private static boolean isKnown(int code) {
    SqlInfo info = SqlInfo.forNumber(code);
    return info != null
        && !info.name().contains("CONCURRENCIES")
        && !info.name().contains("SUBSTRAIT_M");
  }

  /** What the build wrote into the jar of a class; classes that lie in a directory have none. */
  private static String version(Class<?> type) {
    return Objects.requireNonNullElse(type.getPackage().getImplementationVersion(), "development");
  }

  private static SqlInfoBuilder server(SqlInfoBuilder builder) {
    return builder
        .withFlightSqlServerName("lake")
        .withFlightSqlServerVersion(VERSION)
        .withFlightSqlServerArrowVersion(version(SqlInfoBuilder.class))
        .withFlightSqlServerReadOnly(true)
        .withFlightSqlServerSql(true)
        .withFlightSqlServerSubstrait(false)
        .withFlightSqlServerTransaction(SqlSupportedTransaction.SQL_SUPPORTED_TRANSACTION_NONE)
        .withFlightSqlServerCancel(true)
        .withFlightSqlServerBulkIngestion(false)
        .withFlightSqlServerBulkIngestionTransaction(false)
        .withFlightSqlServerStatementTimeout(0)
        .withFlightSqlServerTransactionTimeout(0)
        .withSqlDdlCatalog(false)
        .withSqlDdlSchema(false)
        .withSqlDdlTable(false)
        .withSqlDefaultTransactionIsolation(0L)
        .withSqlTransactionsSupported(false)
        .withSqlSupportedTransactionsIsolationLevels(
            SqlTransactionIsolationLevel.SQL_TRANSACTION_NONE)
        .withSqlDataDefinitionCausesTransactionCommit(false)
        .withSqlDataDefinitionsInTransactionsIgnored(true)
        .withSqlSupportedResultSetTypes(SqlSupportedResultSetType.SQL_RESULT_SET_TYPE_FORWARD_ONLY)
        .withSqlBatchUpdatesSupported(false)
        .withSqlSavepointsSupported(false)
        .withSqlNamedParametersSupported(false)
        .withSqlLocatorsUpdateCopy(false)
        .withSqlStoredFunctionsUsingCallSyntaxSupported(false)
        .withSqlStoredProceduresSupported(false)
        .withSqlSelectForUpdateSupported(false)
        .withSqlSchemasSupportedActions(new SqlSupportedElementActions[0])
        .withSqlCatalogsSupportedActions(new SqlSupportedElementActions[0])
        .withSqlSupportedPositionedCommands(new SqlSupportedPositionedCommands[0])
        .withSqlSchemaTerm("namespace")
        .withSqlProcedureTerm("procedure")
        .withSqlCatalogTerm("catalog")
        .withSqlCatalogAtStart(true)
        .withSqlAllTablesAreSelectable(true);
  }

  private static SqlInfoBuilder grammar(SqlInfoBuilder builder) {
    return builder
        .withSqlIdentifierCase(SqlSupportedCaseSensitivity.SQL_CASE_SENSITIVITY_CASE_INSENSITIVE)
        .withSqlQuotedIdentifierCase(
            SqlSupportedCaseSensitivity.SQL_CASE_SENSITIVITY_CASE_INSENSITIVE)
        .withSqlIdentifierQuoteChar("`")
        .withSqlNullOrdering(SqlNullOrdering.SQL_NULLS_SORTED_LOW)
        .withSqlKeywords(new String[] {"EXPLAIN", "QUALIFY"})
        .withSqlNumericFunctions(NUMERIC_FUNCTIONS)
        .withSqlStringFunctions(STRING_FUNCTIONS)
        .withSqlSystemFunctions(new String[] {"COALESCE", "IF", "IFNULL", "NULLIF"})
        .withSqlDatetimeFunctions(DATETIME_FUNCTIONS)
        .withSqlSearchStringEscape("\\")
        .withSqlExtraNameCharacters("")
        .withSqlSupportsColumnAliasing(true)
        .withSqlNullPlusNullIsNull(true)
        .withSqlSupportsConvert(Map.of())
        .withSqlSupportsTableCorrelationNames(true)
        .withSqlSupportsDifferentTableCorrelationNames(false)
        .withSqlSupportsExpressionsInOrderBy(true)
        .withSqlSupportsOrderByUnrelated(true)
        .withSqlSupportedGroupBy(
            SqlSupportedGroupBy.SQL_GROUP_BY_UNRELATED,
            SqlSupportedGroupBy.SQL_GROUP_BY_BEYOND_SELECT)
        .withSqlSupportsLikeEscapeClause(true)
        .withSqlSupportsNonNullableColumns(false)
        .withSqlSupportedGrammar(
            SupportedSqlGrammar.SQL_MINIMUM_GRAMMAR, SupportedSqlGrammar.SQL_CORE_GRAMMAR)
        .withSqlAnsi92SupportedLevel(SupportedAnsi92SqlGrammarLevel.ANSI92_ENTRY_SQL)
        .withSqlSupportsIntegrityEnhancementFacility(false)
        .withSqlOuterJoinSupportLevel(SqlOuterJoinsSupportLevel.SQL_FULL_OUTER_JOINS)
        .withSqlSubQueriesSupported(
            SqlSupportedSubqueries.SQL_SUBQUERIES_IN_COMPARISONS,
            SqlSupportedSubqueries.SQL_SUBQUERIES_IN_EXISTS,
            SqlSupportedSubqueries.SQL_SUBQUERIES_IN_INS)
        .withSqlCorrelatedSubqueriesSupported(true)
        .withSqlSupportedUnions(SqlSupportedUnions.SQL_UNION, SqlSupportedUnions.SQL_UNION_ALL);
  }

  /** Zero means that there is no limit, or none that is known. */
  private static SqlInfoBuilder limits(SqlInfoBuilder builder) {
    return builder
        .withSqlMaxBinaryLiteralLength(0)
        .withSqlMaxCharLiteralLength(0)
        .withSqlMaxColumnNameLength(0)
        .withSqlMaxColumnsInGroupBy(0)
        .withSqlMaxColumnsInIndex(0)
        .withSqlMaxColumnsInOrderBy(0)
        .withSqlMaxColumnsInSelect(0)
        .withSqlMaxColumnsInTable(0)
        .withSqlMaxConnections(0)
        .withSqlMaxCursorNameLength(0)
        .withSqlMaxIndexLength(0)
        .withSqlDbSchemaNameLength(0)
        .withSqlMaxProcedureNameLength(0)
        .withSqlMaxCatalogNameLength(0)
        .withSqlMaxRowSize(0)
        .withSqlMaxRowSizeIncludesBlobs(false)
        .withSqlMaxStatementLength(256 << 10)
        .withSqlMaxStatements(0)
        .withSqlMaxTableNameLength(128)
        .withSqlMaxTablesInSelect(64)
        .withSqlMaxUsernameLength(0);
  }
}

package dev.lake.frontend.interactive;

import dev.lake.frontend.metadata.Tables;
import dev.lake.jobs.sql.Statement;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The way of every statement from text to pinned plan: parse, authorize each table, only then
 * resolve it, plan. Both tiers go through here. Safe for use by many threads.
 */
public final class StatementPlanning {
  private final SqlEngine engine;
  private final Tables tables;
  private final int maxTables;

  /** Plans with the engine over the registry's tables, at most so many in a statement. */
  public StatementPlanning(SqlEngine engine, Tables tables, int maxTables) {
    this.engine = engine;
    this.tables = tables;
    this.maxTables = maxTables;
  }

  /**
   * Plans a statement as of now.
   *
   * @throws LakeException with what is wrong with it; UNKNOWN_TABLE also for a table without a
   *     grant, in the same words (I9)
   */
  public DescribedStatement describe(StatementRequest request) {
    Statement statement = engine.parse(request.sql(), request.session().defaultNamespace());
    List<TableName> names = statement.tables().stream().sorted().toList();
    if (names.size() > maxTables) {
      throw new LakeException(
          ErrorCode.STATEMENT_TOO_COMPLEX,
          "The statement reads %d tables; at most %d are allowed",
          names.size(),
          maxTables);
    }
    for (TableName name : names) {
      if (!request.identity().mayRead(name) || tables.find(name).isEmpty()) {
        throw tables.unknown(name, request.identity()::mayRead);
      }
    }
    SnapshotSet snapshots = tables.resolve(names);
    Schema schema = engine.describe(statement, snapshots, request.session());
    return new DescribedStatement(statement, snapshots, schema);
  }
}

package dev.lake.frontend.flight;

import dev.lake.frontend.interactive.SqlEngine;
import dev.lake.jobs.interactive.ResultCursor;
import dev.lake.jobs.sql.LiteralRows;
import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.jobs.sql.Statement;
import dev.lake.lance.columnar.ArrowBatch;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Knows a few statements by heart; tables are whatever follows FROM. */
public final class FakeEngine implements SqlEngine {
  private static final Pattern FROM = Pattern.compile("(?i)\\bfrom\\s+([\\w.]+)");

  private record Answer(Schema schema, Function<BufferAllocator, ResultCursor> cursor) {}

  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  final List<SnapshotSet> planned = new CopyOnWriteArrayList<>();
  final List<SessionFields> sessions = new CopyOnWriteArrayList<>();

  public void answer(String sql, Schema schema, Function<BufferAllocator, ResultCursor> cursor) {
    answers.put(sql, new Answer(schema, cursor));
  }

  @Override
  public Statement parse(String sql, String defaultNamespace) {
    if (sql.startsWith("DROP")) {
      throw new LakeException(ErrorCode.NOT_READ_ONLY, "lake is read-only: DROP is not allowed");
    }
    if (!sql.startsWith("SELECT")) {
      throw new LakeException(ErrorCode.SYNTAX_ERROR, "Unexpected token at line 1, column 1");
    }
    Set<TableName> tables = new HashSet<>();
    Matcher names = FROM.matcher(sql);
    while (names.find()) {
      String name = names.group(1);
      tables.add(
          name.contains(".") ? TableName.parse(name) : new TableName(defaultNamespace, name));
    }
    return new Statement(sql, tables, false);
  }

  @Override
  public Schema describe(Statement statement, SnapshotSet snapshots, SessionFields session) {
    sessions.add(session);
    return find(statement).schema();
  }

  @Override
  public PlannedQuery plan(Statement statement, SnapshotSet snapshots, SessionFields session) {
    planned.add(snapshots);
    sessions.add(session);
    return new FakePlan(statement.sql(), find(statement).schema());
  }

  @Override
  public ResultCursor run(PlannedQuery query, BufferAllocator queryAllocator) {
    Answer answer = Objects.requireNonNull(answers.get(((FakePlan) query).sql()));
    return answer.cursor().apply(queryAllocator);
  }

  private Answer find(Statement statement) {
    Answer answer = answers.get(statement.sql());
    if (answer == null) {
      throw new LakeException(ErrorCode.INVALID_STATEMENT, "The statement makes no sense");
    }
    return answer;
  }

  private record FakePlan(String sql, Schema schema) implements PlannedQuery {
    @Override
    public RowType rowType() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean ordered() {
      return false;
    }

    @Override
    public Optional<ScanSpec> bareScan() {
      return Optional.empty();
    }

    @Override
    public Optional<LiteralRows> literalRows() {
      return Optional.empty();
    }

    @Override
    public String explain() {
      return "";
    }

    @Override
    public StreamGraph rowsJob(Sink<RowData> sink, String jobName, int parallelism) {
      throw new UnsupportedOperationException();
    }

    @Override
    public StreamGraph batchesJob(Sink<ArrowBatch> sink, String jobName, int parallelism) {
      throw new UnsupportedOperationException();
    }
  }
}

package dev.lake.jobs.sql;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.jspecify.annotations.Nullable;

/**
 * Walks a query's tree without recursion: finds the tables that it names and refuses what may not
 * be in it. A table that this walk missed could still not be read, since the planner's catalog
 * holds only the tables found here.
 */
final class TableReferences {

  static final int MAX_NODES = 200_000;
  static final int MAX_DEPTH = 6_000;

  /** Kinds whose first operand is a table where the call itself stands for one. */
  private static final Set<SqlKind> WRAPPERS =
      Set.of(
          SqlKind.AS,
          SqlKind.LATERAL,
          SqlKind.TABLESAMPLE,
          SqlKind.MATCH_RECOGNIZE,
          SqlKind.PIVOT,
          SqlKind.UNPIVOT,
          SqlKind.EXTEND);

  private record Step(SqlNode node, boolean table, Set<String> ctes, int depth) {}

  private final String defaultNamespace;
  private final Deque<Step> open = new ArrayDeque<>();
  private final Set<TableName> tables = new LinkedHashSet<>();
  private int references;
  private int nodes;

  private TableReferences(String defaultNamespace) {
    this.defaultNamespace = defaultNamespace;
  }

  static Set<TableName> of(SqlNode query, String defaultNamespace) {
    TableReferences walk = new TableReferences(defaultNamespace);
    walk.push(query, false, new Step(query, false, Set.of(), 0));
    while (!walk.open.isEmpty()) {
      walk.visit(walk.open.pop());
    }
    return walk.tables;
  }

  private void push(@Nullable SqlNode node, boolean table, Step parent) {
    push(node, table, parent.ctes(), parent);
  }

  private void push(@Nullable SqlNode node, boolean table, Set<String> ctes, Step parent) {
    if (node == null) {
      return;
    }
    if (++nodes > MAX_NODES || parent.depth() >= MAX_DEPTH) {
      throw new LakeException(
          ErrorCode.STATEMENT_TOO_COMPLEX,
          "The statement has more than %d parts or is nested deeper than %d levels",
          MAX_NODES,
          MAX_DEPTH);
    }
    open.push(new Step(node, table, ctes, parent.depth() + 1));
  }

  private void visit(Step step) {
    SqlNode node = step.node();
    if (node instanceof SqlDynamicParam parameter) {
      throw new LakeException(
          ErrorCode.UNBOUND_PARAMETERS,
          "Parameter %d (?) has no value: parameters are not supported in this version: write the value"
              + " into the SQL",
          parameter.getIndex() + 1);
    }
    if (node instanceof SqlHint hint) {
      refuseOptions(hint);
    } else if (node instanceof SqlIdentifier name) {
      if (step.table()) {
        reference(name, step.ctes());
      }
    } else if (node instanceof SqlNodeList list) {
      list.forEach(item -> push(item, false, step));
    } else if (node instanceof SqlCall call) {
      call(call, step);
    }
  }

  private void call(SqlCall call, Step step) {
    if (call instanceof SqlSelect select) {
      select(select, step);
    } else if (call instanceof SqlWith with) {
      with(with, step);
    } else if (call instanceof SqlJoin join) {
      push(join.getLeft(), true, step);
      push(join.getRight(), true, step);
      push(join.getCondition(), false, step);
    } else {
      other(call, step);
    }
  }

  private void other(SqlCall call, Step step) {
    SqlKind kind = call.getKind();
    if (kind == SqlKind.SNAPSHOT) {
      throw new LakeException(
          ErrorCode.UNSUPPORTED_FEATURE,
          "FOR SYSTEM_TIME AS OF is not supported: a query reads the registered version");
    }
    GrowingText.check(call);
    boolean firstIsTable =
        kind == SqlKind.TABLE_REF
            || kind == SqlKind.EXPLICIT_TABLE
            || kind == SqlKind.SET_SEMANTICS_TABLE
            || (step.table() && WRAPPERS.contains(kind));
    boolean first = true;
    for (SqlNode operand : call.getOperandList()) {
      push(operand, first && firstIsTable, step);
      first = false;
    }
  }

  private void select(SqlSelect select, Step step) {
    push(select.getFrom(), true, step);
    for (SqlNode operand : select.getOperandList()) {
      if (operand != select.getFrom()) {
        push(operand, false, step);
      }
    }
  }

  private void with(SqlWith with, Step step) {
    Set<String> visible = step.ctes();
    for (SqlNode node : with.withList) {
      SqlWithItem item = (SqlWithItem) node;
      if (item.recursive.booleanValue()) {
        throw new LakeException(ErrorCode.UNSUPPORTED_FEATURE, "WITH RECURSIVE is not supported");
      }
      push(item.query, false, visible, step);
      visible = new HashSet<>(visible);
      visible.add(item.name.getSimple());
    }
    push(with.body, false, visible, step);
  }

  private static void refuseOptions(SqlHint hint) {
    if (hint.getName().toUpperCase(Locale.ROOT).equals("OPTIONS")) {
      throw new LakeException(
          ErrorCode.UNSUPPORTED_FEATURE,
          "The table hint OPTIONS is not allowed: a table's options are fixed where it is registered");
    }
  }

  private void reference(SqlIdentifier name, Set<String> ctes) {
    if (name.isSimple() && ctes.contains(name.getSimple())) {
      return;
    }
    if (++references > StatementParser.MAX_TABLES) {
      throw new LakeException(
          ErrorCode.STATEMENT_TOO_COMPLEX,
          "The statement names tables in more than %d places",
          StatementParser.MAX_TABLES);
    }
    tables.add(resolve(name));
  }

  private TableName resolve(SqlIdentifier identifier) {
    List<String> names = identifier.names;
    try {
      if (names.size() == 1) {
        return new TableName(defaultNamespace, names.get(0));
      }
      if (names.size() == 2) {
        return new TableName(names.get(0), names.get(1));
      }
      if (names.size() == 3 && names.get(0).equals(TableName.CATALOG)) {
        return new TableName(names.get(1), names.get(2));
      }
    } catch (IllegalArgumentException e) {
      throw unknown(identifier, e);
    }
    throw unknown(identifier, null);
  }

  private static LakeException unknown(SqlIdentifier name, @Nullable Exception cause) {
    String format = "Unknown table `%s` at line %d, column %d: the one catalog is lake";
    int line = name.getParserPosition().getLineNum();
    int column = name.getParserPosition().getColumnNum();
    String shown = Token.cut(String.join(".", name.names));
    return cause == null
        ? new LakeException(ErrorCode.UNKNOWN_TABLE, format, shown, line, column)
        : new LakeException(ErrorCode.UNKNOWN_TABLE, cause, format, shown, line, column);
  }
}

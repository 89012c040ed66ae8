package dev.lake.lance.table;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.Predicate;
import dev.lake.lance.dataset.ReadableColumns;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.source.LanceSource;
import dev.lake.lance.types.ArrowTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsLimitPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A scan of a pinned version, as far as the planner has handed work to it.
 *
 * <p>Top-level projection is always taken. A filter is taken only if Lance's answer is provably
 * Flink's; the rest stays with Flink. A limit is offered by Flink only when nothing that Flink
 * itself filters stands between limit and scan; it is exact here.
 *
 * <p>A column of an opaque type is null in every row. Whoever plans a statement must refuse one
 * that looks at such a column.
 */
public final class LanceTableSource
    implements ScanTableSource,
        SupportsProjectionPushDown,
        SupportsFilterPushDown,
        SupportsLimitPushDown {
  private final DatasetDescription dataset;
  private final ReadableConfig options;
  private RowType rows;
  private List<Predicate> filters;
  private long limit;

  private LanceTableSource(DatasetDescription dataset, ReadableConfig options, RowType rows) {
    this.dataset = dataset;
    this.options = options;
    this.rows = rows;
    this.filters = List.of();
    this.limit = ScanSpec.NO_LIMIT;
  }

  static LanceTableSource of(DatasetDescription dataset, ReadableConfig options, RowType rows) {
    return new LanceTableSource(dataset, options, rows);
  }

  /**
   * The scan with all that was taken over so far, its columns in output order. Opaque columns are
   * not read: the planner asks for one only to have a column at all, as in COUNT(*).
   *
   * @throws DatasetException UNSUPPORTED_FEATURE, naming a column that no scan can give
   */
  public ScanSpec scan() {
    List<String> columns =
        rows.getFields().stream()
            .filter(field -> !ArrowTypes.opaque(field.getType()))
            .map(RowType.RowField::getName)
            .toList();
    ReadableColumns.requireReadable(dataset.schema(), columns);
    return new ScanSpec(
        dataset.location(),
        dataset.version(),
        dataset.incarnation(),
        columns,
        filters.isEmpty()
            ? null
            : filters.size() == 1 ? filters.get(0) : new Predicate.And(filters),
        limit,
        options.get(LanceTableFactory.BATCH_ROWS),
        options.get(LanceTableFactory.STORAGE_PROFILE));
  }

  /** The dataset that is scanned. */
  public DatasetDescription dataset() {
    return dataset;
  }

  /** The names of all columns of the rows, in their order. */
  public List<String> columns() {
    return rows.getFieldNames();
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return SourceProvider.of(LanceSource.rows(scan(), rows));
  }

  @Override
  public boolean supportsNestedProjection() {
    return false;
  }

  @Override
  public void applyProjection(int[][] columns, DataType produced) {
    rows = (RowType) produced.getLogicalType();
  }

  @Override
  public Result applyFilters(List<ResolvedExpression> offered) {
    if (!options.get(LanceTableFactory.PUSHDOWN)) {
      return Result.of(List.of(), offered);
    }
    FilterConversion conversion = new FilterConversion(dataset);
    List<ResolvedExpression> taken = new ArrayList<>();
    List<ResolvedExpression> left = new ArrayList<>();
    List<Predicate> predicates = new ArrayList<>(filters);
    for (ResolvedExpression expression : offered) {
      Optional<Predicate> predicate = conversion.convert(expression);
      if (predicate.isPresent() && scannable(predicates, predicate.orElseThrow())) {
        predicates.add(predicate.orElseThrow());
        taken.add(expression);
      } else {
        left.add(expression);
      }
    }
    filters = List.copyOf(predicates);
    return Result.of(taken, left);
  }

  /** Each alone may be small enough, and all together not. */
  private static boolean scannable(List<Predicate> taken, Predicate next) {
    List<Predicate> all = new ArrayList<>(taken);
    all.add(next);
    return new Predicate.And(all).scannable();
  }

  @Override
  public void applyLimit(long rowsWanted) {
    if (options.get(LanceTableFactory.PUSHDOWN)) {
      limit = rowsWanted;
    }
  }

  @Override
  public LanceTableSource copy() {
    LanceTableSource copy = new LanceTableSource(dataset, options, rows);
    copy.filters = filters;
    copy.limit = limit;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "lance, version " + dataset.version();
  }
}

package dev.lake.lance.table;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.dataset.StorageProfiles;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.RowType;

/**
 * {@code 'connector' = 'lance'}: one pinned version of a dataset, read only.
 *
 * <p>There is no service entry, so that no statement can reach it by naming the connector: a
 * catalog hands the factory out.
 */
public final class LanceTableFactory implements DynamicTableSourceFactory {
  /** Where the dataset is. */
  public static final ConfigOption<String> PATH =
      ConfigOptions.key("path").stringType().noDefaultValue();

  /** The pinned version. */
  public static final ConfigOption<Long> VERSION =
      ConfigOptions.key("version").longType().noDefaultValue();

  /** The pinned incarnation, see {@link DatasetDescription}. */
  public static final ConfigOption<String> INCARNATION =
      ConfigOptions.key("incarnation").stringType().noDefaultValue();

  /** A name in {@link StorageProfiles}. */
  public static final ConfigOption<String> STORAGE_PROFILE =
      ConfigOptions.key("storage-profile").stringType().defaultValue(StorageProfiles.NONE);

  /** Whether filters and limits may be handed to Lance. */
  public static final ConfigOption<Boolean> PUSHDOWN =
      ConfigOptions.key("pushdown").booleanType().defaultValue(true);

  /** Rows in a batch at most. */
  public static final ConfigOption<Integer> BATCH_ROWS =
      ConfigOptions.key("batch-rows").intType().defaultValue(ScanSpec.DEFAULT_BATCH_ROWS);

  private final Descriptions descriptions;

  /** Opens each dataset with the storage profile that its table names. */
  public LanceTableFactory() {
    this(LanceTableFactory::describe);
  }

  /**
   * With descriptions from elsewhere, for example a planner that has them already.
   *
   * @param descriptions must verify the incarnation, as {@link Datasets} does
   */
  public LanceTableFactory(Descriptions descriptions) {
    this.descriptions = descriptions;
  }

  /** Where descriptions come from. */
  @FunctionalInterface
  public interface Descriptions {
    /**
     * The verified description of a pinned version, for example {@code Datasets::at}.
     *
     * @param table the table's options
     */
    DatasetDescription of(ReadableConfig table);
  }

  private static DatasetDescription describe(ReadableConfig table) {
    try (Datasets datasets = new Datasets(StorageProfiles.get(table.get(STORAGE_PROFILE)), 1)) {
      return datasets.at(table.get(PATH), table.get(VERSION), table.get(INCARNATION));
    }
  }

  @Override
  public String factoryIdentifier() {
    return "lance";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(PATH, VERSION, INCARNATION);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(STORAGE_PROFILE, PUSHDOWN, BATCH_ROWS);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    ReadableConfig table = helper.getOptions();
    RowType rows = (RowType) context.getPhysicalRowDataType().getLogicalType();
    return LanceTableSource.of(descriptions.of(table), table, rows);
  }
}

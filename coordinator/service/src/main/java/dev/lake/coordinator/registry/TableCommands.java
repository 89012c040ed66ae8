package dev.lake.coordinator.registry;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.types.ArrowTypes;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableResult;
import java.util.List;

/**
 * Runs an administrator's commands; whoever calls has checked that it is one. Blocks for datasets
 * and ZooKeeper. Thread-safe.
 */
public final class TableCommands {
  private final TableRegistry registry;

  public TableCommands(TableRegistry registry) {
    this.registry = registry;
  }

  /**
   * The result of a command.
   *
   * @throws dev.lake.protocol.LakeException as the registry's methods say
   */
  public TableResult execute(TableCommand command) {
    if (command instanceof TableCommand.Register register) {
      return new TableResult.Registered(
          registry.register(register.table(), register.location(), register.version()));
    }
    if (command instanceof TableCommand.Describe describe) {
      return describe(describe);
    }
    if (command instanceof TableCommand.Drop drop) {
      registry.drop(drop.table());
      return new TableResult.Dropped(drop.table());
    }
    return new TableResult.Listed(registry.list());
  }

  private TableResult describe(TableCommand.Describe command) {
    TableEntry entry = registry.known(command.table());
    DatasetDescription dataset = registry.dataset(entry);
    List<TableResult.Column> columns =
        dataset.schema().getFields().stream()
            .map(
                field ->
                    new TableResult.Column(
                        field.getName(), ArrowTypes.describe(field), field.isNullable()))
            .toList();
    return new TableResult.Described(entry, dataset.version(), dataset.rows(), columns);
  }
}

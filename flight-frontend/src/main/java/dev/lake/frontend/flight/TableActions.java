package dev.lake.frontend.flight;

import dev.lake.frontend.auth.Identity;
import dev.lake.frontend.metadata.Tables;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.types.ArrowTypes;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableAction;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableCommandCodec;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableResult;
import dev.lake.protocol.TableResultCodec;
import java.util.List;

/** Administration of the table registry, for admin principals only. */
final class TableActions {
  private final Tables tables;

  TableActions(Tables tables) {
    this.tables = tables;
  }

  byte[] run(TableAction action, byte[] body, Identity identity) {
    if (!identity.admin()) {
      throw new LakeException(
          ErrorCode.PERMISSION_DENIED, "Action %s is for admin principals only", action.type());
    }
    return TableResultCodec.write(run(TableCommandCodec.read(action, body)));
  }

  private TableResult run(TableCommand command) {
    if (command instanceof TableCommand.Register register) {
      return new TableResult.Registered(
          tables.register(register.table(), register.location(), register.version()));
    }
    if (command instanceof TableCommand.Describe describe) {
      return describe(describe.table());
    }
    if (command instanceof TableCommand.Drop drop) {
      tables.drop(drop.table());
      return new TableResult.Dropped(drop.table());
    }
    return new TableResult.Listed(tables.list());
  }

  private TableResult describe(TableName table) {
    TableEntry entry = tables.find(table).orElseThrow(() -> Tables.unknown(table));
    DatasetDescription dataset = tables.describe(table);
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

package dev.lake.frontend.flight;

import dev.lake.frontend.auth.Identity;
import dev.lake.frontend.metadata.Tables;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableAction;
import dev.lake.protocol.TableCommandCodec;
import dev.lake.protocol.TableResultCodec;

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
    return TableResultCodec.write(tables.execute(TableCommandCodec.read(action, body)));
  }
}

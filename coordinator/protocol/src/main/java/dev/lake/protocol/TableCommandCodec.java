package dev.lake.protocol;

/** The body of a Flight action on the table registry; the action's type says which command. */
public final class TableCommandCodec {
  public static final int MAX_BYTES = 16 << 10;

  private TableCommandCodec() {}

  public static byte[] write(TableCommand command) {
    return format(TableAction.of(command)).write(command);
  }

  /**
   * The command of an action.
   *
   * @throws LakeException INVALID_ARGUMENT for anything but what {@link #write} made, naming the
   *     key
   */
  public static TableCommand read(TableAction action, byte[] body) {
    return format(action).read(body);
  }

  private static WireFormat<TableCommand> format(TableAction action) {
    return new WireFormat<>(
        "body of action " + action.type(),
        1,
        MAX_BYTES,
        ErrorCode.INVALID_ARGUMENT,
        ErrorCode.INVALID_ARGUMENT,
        TableCommandCodec::fields,
        in -> command(action, in));
  }

  private static void fields(JsonWriter out, TableCommand command) {
    if (command instanceof TableCommand.Register register) {
      JsonShapes.tableName(out, "table", register.table())
          .text("location", register.location())
          .optional("version", register.version());
    } else if (command instanceof TableCommand.Describe describe) {
      JsonShapes.tableName(out, "table", describe.table());
    } else if (command instanceof TableCommand.Drop drop) {
      JsonShapes.tableName(out, "table", drop.table());
    }
  }

  private static TableCommand command(TableAction action, JsonObject in) {
    return switch (action) {
      case REGISTER ->
          new TableCommand.Register(
              JsonShapes.tableName(in, "table"), in.text("location"), in.optionalNumber("version"));
      case LIST -> new TableCommand.ListTables();
      case DESCRIBE -> new TableCommand.Describe(JsonShapes.tableName(in, "table"));
      case DROP -> new TableCommand.Drop(JsonShapes.tableName(in, "table"));
    };
  }
}

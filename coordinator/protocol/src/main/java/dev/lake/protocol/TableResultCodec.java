package dev.lake.protocol;

/** The answer to a Flight action on the table registry; the action's type says which. */
public final class TableResultCodec {
  /** Below the message bound of gRPC clients. */
  public static final int MAX_BYTES = 3 << 20;

  private TableResultCodec() {}

  /**
   * The result as bytes.
   *
   * @throws LakeException RESULT_TOO_LARGE past {@link #MAX_BYTES}
   */
  public static byte[] write(TableResult result) {
    return format(TableAction.of(result)).write(result);
  }

  /**
   * The answer to an action.
   *
   * @throws LakeException DATA_LOSS for anything but what {@link #write} made
   */
  public static TableResult read(TableAction action, byte[] body) {
    return format(action).read(body);
  }

  private static WireFormat<TableResult> format(TableAction action) {
    return new WireFormat<>(
        "answer to action " + action.type(),
        1,
        MAX_BYTES,
        ErrorCode.DATA_LOSS,
        ErrorCode.RESULT_TOO_LARGE,
        TableResultCodec::fields,
        in -> result(action, in));
  }

  private static void fields(JsonWriter out, TableResult result) {
    if (result instanceof TableResult.Registered registered) {
      out.object("entry", registered.entry(), JsonShapes::tableEntry);
    } else if (result instanceof TableResult.Listed listed) {
      out.list("entries", listed.entries(), JsonShapes::tableEntry);
    } else if (result instanceof TableResult.Described described) {
      out.object("entry", described.entry(), JsonShapes::tableEntry)
          .number("version", described.version())
          .number("rows", described.rows())
          .list("columns", described.columns(), TableResultCodec::column);
    } else if (result instanceof TableResult.Dropped dropped) {
      JsonShapes.tableName(out, "table", dropped.table());
    }
  }

  private static void column(JsonWriter out, TableResult.Column column) {
    out.text("name", column.name()).text("type", column.type()).flag("nullable", column.nullable());
  }

  private static TableResult.Column column(JsonObject in) {
    return new TableResult.Column(in.text("name"), in.text("type"), in.flag("nullable"));
  }

  private static TableResult result(TableAction action, JsonObject in) {
    return switch (action) {
      case REGISTER -> new TableResult.Registered(in.object("entry", JsonShapes::tableEntry));
      case LIST -> new TableResult.Listed(in.list("entries", JsonShapes::tableEntry));
      case DESCRIBE ->
          new TableResult.Described(
              in.object("entry", JsonShapes::tableEntry),
              in.number("version"),
              in.number("rows"),
              in.list("columns", TableResultCodec::column));
      case DROP -> new TableResult.Dropped(JsonShapes.tableName(in, "table"));
    };
  }
}

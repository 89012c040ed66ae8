package dev.lake.protocol;

import java.util.Arrays;
import java.util.Optional;

/** The closed set of Flight actions on the table registry. */
public enum TableAction {
  REGISTER("lake.table.register", "Register a Lance dataset as a table"),
  LIST("lake.table.list", "List the registered tables"),
  DESCRIBE("lake.table.describe", "Describe a registered table"),
  DROP("lake.table.drop", "Forget a table; its dataset is not touched");

  private final String type;
  private final String description;

  TableAction(String type, String description) {
    this.type = type;
    this.description = description;
  }

  public String type() {
    return type;
  }

  public String description() {
    return description;
  }

  public static Optional<TableAction> ofType(String type) {
    return Arrays.stream(values()).filter(action -> action.type.equals(type)).findFirst();
  }

  static TableAction of(TableCommand command) {
    if (command instanceof TableCommand.Register) {
      return REGISTER;
    }
    if (command instanceof TableCommand.Describe) {
      return DESCRIBE;
    }
    return command instanceof TableCommand.Drop ? DROP : LIST;
  }

  static TableAction of(TableResult result) {
    if (result instanceof TableResult.Registered) {
      return REGISTER;
    }
    if (result instanceof TableResult.Described) {
      return DESCRIBE;
    }
    return result instanceof TableResult.Dropped ? DROP : LIST;
  }
}

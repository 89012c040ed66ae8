package dev.lake.client.cli;

import dev.lake.client.LakeClient;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lake table ...}: what an administrator does with the table registry. */
@Command(
    name = "table",
    description = "Register, list, describe and drop tables (with the connection's admin token).",
    mixinStandardHelpOptions = true)
final class TableCommands implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: one of register, list, describe, drop; or --help");
  }

  @Command(name = "register", description = "Make a Lance dataset a table.")
  void register(
      @Mixin ConnectionOptions lake,
      @Parameters(paramLabel = "TABLE", description = "name or namespace.name") String table,
      @Parameters(
              paramLabel = "LOCATION",
              description =
                  "s3://bucket/prefix/x.lance or an absolute path, inside an allowed root")
          String location,
      @ArgGroup(multiplicity = "1") Served served) {
    TableResult result =
        send(lake, new TableCommand.Register(TableName.parse(table), location, served.version()));
    if (result instanceof TableResult.Registered registered) {
      out().println("registered " + line(registered.entry()));
    }
  }

  /** Which version of the dataset queries read. */
  static final class Served {
    @Option(
        names = "--version",
        paramLabel = "N",
        description = "Always this version of the dataset.")
    private @Nullable Long version;

    @Option(
        names = "--follow-latest",
        description = "The latest version at the time a query is planned.")
    private boolean followLatest;

    OptionalLong version() {
      return followLatest || version == null ? OptionalLong.empty() : OptionalLong.of(version);
    }
  }

  @Command(name = "list", description = "List the tables.")
  void list(@Mixin ConnectionOptions lake) {
    if (send(lake, new TableCommand.ListTables()) instanceof TableResult.Listed listed) {
      List<List<String>> lines = new ArrayList<>();
      for (TableEntry entry : listed.entries()) {
        lines.add(List.of(entry.table().toString(), served(entry), entry.location()));
      }
      TextTable.print(out(), List.of("table", "version", "location"), lines);
    }
  }

  @Command(name = "describe", description = "Show a table's columns, rows and version.")
  void describe(@Mixin ConnectionOptions lake, @Parameters(paramLabel = "TABLE") String table) {
    TableResult result = send(lake, new TableCommand.Describe(TableName.parse(table)));
    if (result instanceof TableResult.Described described) {
      out().println(line(described.entry()));
      out().println("version %d, %,d rows".formatted(described.version(), described.rows()));
      List<List<String>> lines = new ArrayList<>();
      for (TableResult.Column column : described.columns()) {
        lines.add(
            List.of(column.name(), column.type(), column.nullable() ? "nullable" : "not null"));
      }
      TextTable.print(out(), List.of("column", "type", ""), lines);
    }
  }

  @Command(name = "drop", description = "Forget a table; its dataset stays.")
  void drop(@Mixin ConnectionOptions lake, @Parameters(paramLabel = "TABLE") String table) {
    if (send(lake, new TableCommand.Drop(TableName.parse(table)))
        instanceof TableResult.Dropped dropped) {
      out().println("dropped " + dropped.table());
    }
  }

  private static TableResult send(ConnectionOptions lake, TableCommand command) {
    try (LakeClient client = LakeClient.connectAsAdmin(lake.connection())) {
      return client.administer(command);
    }
  }

  private static String line(TableEntry entry) {
    return "lake.%s (%s) at %s".formatted(entry.table(), served(entry), entry.location());
  }

  private static String served(TableEntry entry) {
    return entry.version().isPresent()
        ? "version " + entry.version().getAsLong()
        : "follows latest";
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}

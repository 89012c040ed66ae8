package dev.lake.client.cli;

import dev.lake.client.LakeClient;
import dev.lake.client.QueryRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lake query SQL}: runs a statement and prints its rows as they arrive. */
@Command(name = "query", description = "Run a statement and print its rows.")
final class QueryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConnectionOptions lake = new ConnectionOptions();

  @Parameters(
      paramLabel = "SQL",
      description =
          "One SELECT, WITH, VALUES or EXPLAIN; name and `name` are identifiers, 'x' is text.")
  private String sql = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "One of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private RowFormat format = RowFormat.table;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (LakeClient client = LakeClient.connect(lake.connection());
        QueryRows rows = client.query(sql)) {
      RowPrinter printer = RowPrinter.of(format, out, rows.schema());
      while (rows.next()) {
        printer.print(rows.batch());
      }
      printer.end();
      out.flush();
      return ExitCode.OK;
    }
  }
}

package dev.lake.client.cli;

import dev.lake.client.ExportStatus;
import dev.lake.client.Exports;
import dev.lake.client.LakeClient;
import dev.lake.client.PartEndpoint;
import dev.lake.protocol.QueryStatus;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lake export SQL}: materializes a result and downloads its parts, proving each whole. */
@Command(
    name = "export",
    description =
        "Materialize a statement's result and download its parts: Arrow IPC streams in order of their"
            + " names' numbers, each checked for rows, bytes and digest. Python reads one with"
            + " pyarrow.ipc.open_stream(FILE).read_all().")
final class ExportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConnectionOptions lake = new ConnectionOptions();

  @Parameters(paramLabel = "SQL", description = "The statement whose result is wanted.")
  private String sql = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Where the parts go: an empty directory; made if missing.")
  private Path output = Path.of(".");

  @Option(
      names = "--submission-id",
      paramLabel = "ID",
      description =
          "Names this export: repeating the command with the same id and statement takes up the same"
              + " query instead of starting another. Default: a new one.")
  private @Nullable String submissionId;

  @Override
  public Integer call() {
    PrintWriter progress = spec.commandLine().getErr();
    ExportDirectory directory = ExportDirectory.open(output, submissionId != null);
    String id = submissionId == null ? UUID.randomUUID().toString() : submissionId;
    try (LakeClient client = LakeClient.connect(lake.connection())) {
      Exports exports = client.exports();
      ExportStatus done =
          exports.run(
              sql,
              id,
              status -> {
                directory.keepFor(status.query().query());
                progress.println(line(status));
              });
      for (PartEndpoint part : done.parts()) {
        Path file = exports.download(done, part, output);
        progress.println(
            "%s: %,d rows, %,d bytes, digest ok"
                .formatted(file, part.summary().rows(), part.summary().bytes()));
      }
      PrintWriter out = spec.commandLine().getOut();
      out.println(
          "exported %,d rows in %d parts to %s".formatted(rows(done), done.parts().size(), output));
      out.println(
          "each part is an Arrow IPC stream; in Python: pyarrow.ipc.open_stream(FILE).read_all()");
      return ExitCode.OK;
    }
  }

  private static long rows(ExportStatus done) {
    return done.parts().stream().mapToLong(part -> part.summary().rows()).sum();
  }

  private static String line(ExportStatus status) {
    QueryStatus query = status.query();
    String place =
        query.queuePosition().map(position -> ", %d before it".formatted(position)).orElse("");
    return "query %s %s%s: %,d rows, %,d bytes"
        .formatted(
            query.query().value(),
            query.state().name().toLowerCase(Locale.ROOT),
            place,
            query.progress().rows(),
            query.progress().bytes());
  }
}

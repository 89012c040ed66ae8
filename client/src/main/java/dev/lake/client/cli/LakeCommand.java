package dev.lake.client.cli;

import dev.lake.protocol.LakeException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The client's command line. Exit status: 0 done, 1 the server or the network refused (one line
 * says why), 2 the command line is wrong.
 */
@Command(
    name = "lake",
    description = "SQL over Lance tables in S3, spoken in Arrow Flight SQL.",
    versionProvider = LakeCommand.Version.class,
    mixinStandardHelpOptions = true,
    subcommands = {TableCommands.class, QueryCommand.class, ExportCommand.class})
public final class LakeCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs one command and ends the process with its status. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  static CommandLine commandLine() {
    return new CommandLine(new LakeCommand())
        .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(LakeCommand::failed);
  }

  private static int failed(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    if (failure instanceof LakeException lake) {
      command.getErr().println("lake: " + lake.code() + ": " + oneLine(lake));
      return ExitCode.SOFTWARE;
    }
    command.getErr().println("lake: INTERNAL: " + failure);
    return ExitCode.SOFTWARE;
  }

  private static String oneLine(LakeException failure) {
    return String.valueOf(failure.getMessage()).replaceAll("\\s*\\R\\s*", " ");
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: one of table, query, export; or --help");
  }

  /** The version that the build wrote into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version =
          Optional.ofNullable(LakeCommand.class.getPackage().getImplementationVersion())
              .orElse("development");
      return new String[] {"lake " + version, "java " + Runtime.version()};
    }
  }
}

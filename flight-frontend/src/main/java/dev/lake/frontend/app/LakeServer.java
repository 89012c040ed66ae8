package dev.lake.frontend.app;

import dev.lake.protocol.LakeException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The commands that start a server. Exit status: 0 it was stopped, 1 it could not start (one line
 * says why), 2 the command line is wrong.
 */
@Command(
    name = "lake",
    description = "SQL over Lance tables in S3, spoken in Arrow Flight SQL.",
    mixinStandardHelpOptions = true,
    subcommands = StandaloneCommand.class)
public final class LakeServer implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs a server until it is stopped. */
  public static void main(String[] arguments) {
    // Before the first logger: what the logs say has its place in the jar, unless told otherwise.
    if (Optional.ofNullable(System.getProperty("log4j2.configurationFile")).isEmpty()) {
      System.setProperty("log4j2.configurationFile", "classpath:lake-log4j2.xml");
    }
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new LakeServer())
        .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
        .setExecutionExceptionHandler(LakeServer::failed);
  }

  private static int failed(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    if (failure instanceof LakeException lake) {
      command.getErr().println("lake: " + lake.code() + ": " + lake.getMessage());
    } else {
      command.getErr().println("lake: INTERNAL: " + failure);
    }
    return ExitCode.SOFTWARE;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command: standalone; or --help");
  }
}

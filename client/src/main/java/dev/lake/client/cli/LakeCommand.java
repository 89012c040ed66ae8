package dev.lake.client.cli;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
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
  private static final Pattern COMMENT =
      Pattern.compile("--(?:\\s.*|[^=\\s]*\\R.*)", Pattern.DOTALL);

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs one command and ends the process with its status. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    return commandLine().execute(statementLast(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new LakeCommand())
        .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(LakeCommand::failed);
  }

  /**
   * An argument that begins as an SQL comment is a statement and no option: it goes behind {@code
   * --}, after which nothing is an option.
   */
  static String[] statementLast(String... arguments) {
    List<String> others = new ArrayList<>(List.of(arguments));
    Optional<String> statement =
        others.stream().filter(text -> COMMENT.matcher(text).matches()).findFirst();
    if (statement.isEmpty() || others.contains("--")) {
      return arguments;
    }
    others.remove(statement.orElseThrow());
    others.add("--");
    others.add(statement.orElseThrow());
    return others.toArray(new String[0]);
  }

  private static int failed(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    if (failure instanceof LakeException lake) {
      String place =
          lake.code() == ErrorCode.UNAVAILABLE
              ? address(command).map(address -> address + ": ").orElse("")
              : "";
      command.getErr().println("lake: " + lake.code() + ": " + place + oneLine(lake));
      return ExitCode.SOFTWARE;
    }
    command.getErr().println("lake: INTERNAL: " + failure);
    return ExitCode.SOFTWARE;
  }

  private static Optional<String> address(CommandLine command) {
    return command.getMixins().values().stream()
        .filter(ConnectionOptions.class::isInstance)
        .map(ConnectionOptions.class::cast)
        .findFirst()
        .flatMap(ConnectionOptions::address);
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

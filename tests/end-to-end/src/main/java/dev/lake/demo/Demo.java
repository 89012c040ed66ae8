package dev.lake.demo;

import dev.lake.protocol.LakeException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code bin/lake demo}: exit status 0 when everything that it checks holds. */
@Command(
    name = "lake demo",
    description =
        "Start a whole lake in a scratch directory, write two Lance tables, query them with ADBC and"
            + " JDBC, export one, check what arrives, and clean up.",
    mixinStandardHelpOptions = true)
public final class Demo implements Callable<Integer> {
  @Option(names = "--json", description = "Print the steps as JSON lines.")
  private boolean json;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Rows of the larger table; default: ${DEFAULT-VALUE}.")
  private long rows;

  /** Runs the demo and ends the process. */
  public static void main(String[] arguments) {
    // The JDBC driver tells of its memory management at level INFO.
    Logger.getLogger("").setLevel(Level.WARNING);
    System.exit(new CommandLine(new Demo()).execute(arguments));
  }

  @Override
  public Integer call() {
    Report report = new Report(System.out, json, Clock.systemUTC());
    Scratch scratch = Scratch.create();
    // Lance unpacks its library there, and it goes with the rest.
    System.setProperty("java.io.tmpdir", scratch.directory("tmp").toString());
    Runtime.getRuntime().addShutdownHook(new Thread(scratch::close, "demo-clean-up"));
    Path data = scratch.path("data");
    try (scratch) {
      new DemoRun(report, rows, data, scratch).run();
      scratch.close();
      report.check("scratch directory is gone", false, scratch.exists());
      report.ok();
      return ExitCode.OK;
    } catch (DemoFailure | LakeException e) {
      System.err.println("demo failed: " + e.getMessage());
      return ExitCode.SOFTWARE;
    } catch (RuntimeException | Error e) {
      System.err.println("demo failed: " + e);
      return ExitCode.SOFTWARE;
    }
  }
}

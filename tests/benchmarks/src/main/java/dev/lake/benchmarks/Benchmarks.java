package dev.lake.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs benchmarks by name and prints each figure as one line of JSON on standard output. */
@Command(
    name = "tests/benchmarks/run",
    mixinStandardHelpOptions = true,
    description = {
      "Measures lake on this machine. Each figure is one line of JSON on standard output: name, value,"
          + " unit, and for a ratio the value that its baseline measured in the same run.",
      "A ratio is ours / baseline. Everything else goes to standard error."
    })
public final class Benchmarks implements Callable<Integer> {
  private static final Map<String, Benchmark> ALL =
      new TreeMap<>(
          Map.of(
              "interactive", new InteractiveBenchmark(),
              "stream", new StreamBenchmark(),
              "export", new ExportBenchmark(),
              "memory", new MemoryBenchmark()));

  @SuppressWarnings("NullAway.Init") // picocli sets it
  @Spec
  private CommandSpec spec;

  @Option(names = "--list", description = "List the benchmarks and stop.")
  private boolean list;

  @Option(
      names = "--rows",
      defaultValue = "6000000",
      description = "Rows of the large table (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "Rounds of a measurement; the best counts (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--folder",
      description = "Where generated tables are kept (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("target/benchmarks");

  @Parameters(paramLabel = "NAME", arity = "0..*", description = "Which to run.")
  private final List<String> names = new ArrayList<>();

  private Benchmarks() {}

  /** The command. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Benchmarks()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (list) {
      ALL.forEach((name, benchmark) -> System.out.println(name + "\t" + benchmark.description()));
      return 0;
    }
    if (names.isEmpty() || rows < 1 || rounds < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "Name a benchmark (--list shows them); rows and rounds are at least 1");
    }
    List<Benchmark> chosen = new ArrayList<>();
    for (String name : names) {
      Benchmark benchmark = ALL.get(name);
      if (benchmark == null) {
        throw new ParameterException(
            spec.commandLine(), "There is no benchmark '" + name + "': " + ALL.keySet());
      }
      chosen.add(benchmark);
    }
    Settings settings = new Settings(folder.toAbsolutePath(), rows, rounds);
    for (Benchmark benchmark : chosen) {
      benchmark.run(settings, figure -> System.out.println(figure.json()));
    }
    return 0;
  }
}

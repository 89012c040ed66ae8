package dev.lake.frontend.app;

import dev.lake.frontend.app.config.LakeConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.apache.logging.log4j.LogManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lake standalone}: a whole lake on this machine, until Ctrl-C. */
@Command(
    name = "standalone",
    description =
        "Run a whole lake on this machine: Flight SQL server, coordinator, Flink, ZooKeeper and an"
            + " object store, all on loopback. Ctrl-C stops it; the next start goes on where it was.",
    mixinStandardHelpOptions = true)
final class StandaloneCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data-dir",
      paramLabel = "D",
      required = true,
      description = "Holds everything that is kept over restarts; made if missing.")
  private Path dataDirectory = Path.of(".");

  @Option(
      names = "--tables",
      paramLabel = "DIR_OR_S3_PREFIX",
      description =
          "Register every dataset found here, now and at each start with this option: x.lance as"
              + " lake.main.x, ns/x.lance as lake.ns.x, always at the latest version.")
  private @Nullable String tables;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "Listen here. Default: the port of the last start, at the first a free one.")
  private @Nullable Integer port;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A YAML file with other limits than the defaults: see conf/lake.yaml.")
  private @Nullable Path configFile;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    LakeConfig config = configFile == null ? LakeConfig.defaults() : LakeConfig.read(configFile);
    StandaloneOptions options =
        new StandaloneOptions(
            dataDirectory,
            Optional.ofNullable(tables),
            port == null ? OptionalInt.empty() : OptionalInt.of(port),
            config);
    CountDownLatch stopped = new CountDownLatch(1);
    Standalone lake = Standalone.start(options, err::println);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(lake, err, stopped), "lake-stop"));
    out.println(lake.welcome());
    stopped.await();
    return ExitCode.OK;
  }

  /** Runs when the process is told to end; logs end last. */
  private static void stop(Standalone lake, PrintWriter err, CountDownLatch stopped) {
    err.println("stopping lake ...");
    try {
      lake.close();
      err.println("stopped");
    } finally {
      LogManager.shutdown();
      stopped.countDown();
    }
  }
}

package dev.lake.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How {@code lake standalone} is started: by the command that the system property {@code
 * lake.command} names, or else by this process's own class path.
 */
final class LakeLaunch {
  private static final List<String> FLAGS =
      List.of(
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.time=ALL-UNNAMED",
          "-Xmx1g",
          "-XX:MaxDirectMemorySize=1g");

  private LakeLaunch() {}

  /** A process of a whole lake; output is merged, input is empty. */
  static ProcessBuilder standalone(List<String> arguments, List<String> moreFlags) {
    List<String> command = new ArrayList<>(launcher(moreFlags));
    command.add("standalone");
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("AWS_EC2_METADATA_DISABLED", "true");
    builder.environment().putIfAbsent("LANCE_LOG", "error");
    builder.environment().putIfAbsent("LANCE_DEFAULT_IO_BUFFER_SIZE", "33554432");
    return builder.redirectErrorStream(true);
  }

  private static List<String> launcher(List<String> moreFlags) {
    Optional<String> command = Optional.ofNullable(System.getProperty("lake.command"));
    if (command.isPresent()) {
      return List.of(command.orElseThrow());
    }
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.addAll(FLAGS);
    java.addAll(moreFlags);
    java.add("-Dlake.s3proxy=" + System.getProperty("lake.s3proxy"));
    java.add("-cp");
    java.add(classPath());
    java.add("dev.lake.frontend.app.LakeServer");
    return java;
  }

  /** Surefire hides the class path of a test in a property of its own. */
  private static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElse(System.getProperty("java.class.path"));
  }
}

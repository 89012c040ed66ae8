package dev.lake.client.cli;

import dev.lake.protocol.Connection;
import dev.lake.protocol.ConnectionCodec;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the lake is: a data directory of this machine, a connection file, or the environment. */
final class ConnectionOptions {
  private static final String ENVIRONMENT = "LAKE_CONNECTION";

  @Option(
      names = "--data-dir",
      paramLabel = "D",
      description = "Data directory of a standalone lake on this machine.")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--connection",
      paramLabel = "FILE",
      description =
          "A connection.json. Without either option the variable LAKE_CONNECTION names it.")
  private @Nullable Path connectionFile;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli looks at the option itself
  private boolean help;

  private Optional<String> address = Optional.empty();

  /** Host and port of the last connection that was asked for. */
  Optional<String> address() {
    return address;
  }

  Connection connection() {
    Path file = file();
    try {
      Connection connection = read(file);
      address = Optional.ofNullable(connection.uri().getRawAuthority());
      return connection;
    } catch (NoSuchFileException e) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          e,
          "There is no %s: is this the data directory of a lake that was started?",
          file);
    } catch (IOException e) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          e,
          "Cannot read the connection file %s%s",
          file,
          e instanceof AccessDeniedException ? ": permission denied" : "");
    }
  }

  private static Connection read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try {
      return ConnectionCodec.read(bytes);
    } catch (LakeException e) {
      throw new LakeException(e.code(), e, "%s: %s", file, e.getMessage());
    }
  }

  private Path file() {
    if (connectionFile != null) {
      return connectionFile;
    }
    if (dataDirectory != null) {
      return dataDirectory.resolve("connection.json");
    }
    return Optional.ofNullable(System.getenv(ENVIRONMENT))
        .map(Path::of)
        .orElseThrow(
            () ->
                new LakeException(
                    ErrorCode.CONFIG_INVALID,
                    "Which lake? Give --data-dir D or --connection FILE, or set %s",
                    ENVIRONMENT));
  }
}

package dev.lake.frontend.app;

import dev.lake.frontend.app.config.LakeConfig;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a user says about a standalone lake.
 *
 * @param dataDirectory where it keeps everything
 * @param tables where to look for datasets to register
 * @param port where to listen, 0 for any free port
 * @param config everything else
 */
record StandaloneOptions(
    Path dataDirectory, Optional<String> tables, OptionalInt port, LakeConfig config) {

  StandaloneOptions {
    if (port.isPresent() && (port.getAsInt() < 0 || port.getAsInt() > 65_535)) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID, "--port %d must be from 0 to 65535", port.getAsInt());
    }
  }
}

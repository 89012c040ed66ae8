package dev.lake.frontend.app;

import dev.lake.frontend.app.config.LakeConfig;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a user says about a standalone lake.
 *
 * @param dataDirectory where it keeps everything
 * @param tables where to look for datasets to register
 * @param port where to listen
 * @param config everything else
 */
record StandaloneOptions(
    Path dataDirectory, Optional<String> tables, OptionalInt port, LakeConfig config) {}

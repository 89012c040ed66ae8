package dev.lake.frontend.app.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Reads the file's text as one YAML mapping without repeated keys. */
final class ConfigFile {
  private static final int MAX_BYTES = 1 << 20;
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();

  private ConfigFile() {}

  static String text(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new LakeException(
            ErrorCode.CONFIG_INVALID, "Configuration file %s is larger than 1 MiB", file);
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID, e, "There is no configuration file %s", file);
    } catch (IOException e) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID, e, "Cannot read configuration file %s", file);
    }
  }

  static ObjectNode parse(String text) {
    try {
      JsonNode root = YAML.readTree(text);
      if (root == null || root.isMissingNode() || root.isNull()) {
        return JsonNodeFactory.instance.objectNode();
      }
      if (root instanceof ObjectNode mapping) {
        return mapping;
      }
      throw new LakeException(
          ErrorCode.CONFIG_INVALID, "The configuration must be a mapping of keys to values");
    } catch (JacksonException e) {
      JsonLocation at = e.getLocation();
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          e,
          "The configuration is not valid YAML at line %d: %s",
          at == null ? 0 : at.getLineNr(),
          reason(e.getOriginalMessage()));
    }
  }

  /** Without the pictures of the place, which are indented; the reason is in the second line. */
  private static String reason(String text) {
    return text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith(" "))
        .collect(Collectors.joining(": "));
  }
}

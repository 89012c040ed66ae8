package dev.lake.frontend.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Principal;
import dev.lake.protocol.TenantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and validates the principals file; YAML is a superset of the JSON that is allowed. */
final class PrincipalsFile {
  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_ENTRIES = 4_096;
  private static final Set<String> KEYS =
      Set.of("principal", "tenant", "token-sha256", "grants", "admin");

  private final Path file;
  private final Set<Principal> principals = new HashSet<>();
  private final Set<String> digests = new HashSet<>();

  private PrincipalsFile(Path file) {
    this.file = file;
  }

  static List<PrincipalEntry> read(Path file) {
    return new PrincipalsFile(file).parse();
  }

  private List<PrincipalEntry> parse() {
    JsonNode root = tree();
    if (root == null || !root.isArray() || root.isEmpty()) {
      throw invalid("expected a list of principals with at least one entry");
    }
    if (root.size() > MAX_ENTRIES) {
      throw invalid("%d entries, at most %d are allowed".formatted(root.size(), MAX_ENTRIES));
    }
    List<PrincipalEntry> entries = new ArrayList<>(root.size());
    for (int i = 0; i < root.size(); i++) {
      entries.add(entry(root.get(i), "entry " + (i + 1)));
    }
    return List.copyOf(entries);
  }

  private @Nullable JsonNode tree() {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw invalid("larger than %d bytes".formatted(MAX_BYTES));
      }
      return YAMLMapper.builder().build().readTree(Files.readAllBytes(file));
    } catch (IOException e) {
      // The parser's message quotes the file, which holds token digests: only say where.
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          e,
          "Principals file %s cannot be read as JSON or YAML",
          file.getFileName());
    }
  }

  private PrincipalEntry entry(JsonNode node, String where) {
    if (!node.isObject()) {
      throw invalid(where + ": expected a mapping");
    }
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!KEYS.contains(key)) {
                throw invalid(where + ": unknown key '" + key + "'");
              }
            });
    Principal principal = principal(node, where);
    if (!principals.add(principal)) {
      throw invalid("%s: principal '%s' is listed twice".formatted(where, principal.name()));
    }
    Identity identity = new Identity(principal, grants(node, where), admin(node, where));
    return new PrincipalEntry(identity, tokens(node, where));
  }

  private Principal principal(JsonNode node, String where) {
    String name = text(node, "principal", where);
    String tenant = text(node, "tenant", where);
    TenantId tenantId;
    try {
      tenantId = new TenantId(tenant);
    } catch (RuntimeException e) {
      throw invalid(where + ": key 'tenant': " + e.getMessage());
    }
    try {
      return new Principal(name, tenantId);
    } catch (RuntimeException e) {
      throw invalid(where + ": key 'principal': " + e.getMessage());
    }
  }

  private List<byte[]> tokens(JsonNode node, String where) {
    List<byte[]> tokens = new ArrayList<>();
    for (String hex : texts(node, "token-sha256", where)) {
      if (!hex.matches("[0-9a-fA-F]{64}")) {
        throw invalid(where + ": key 'token-sha256': expected 64 hex digits");
      }
      byte[] digest = HexFormat.of().parseHex(hex);
      if (!digests.add(HexFormat.of().formatHex(digest))) {
        throw invalid(where + ": key 'token-sha256': another entry has the same token");
      }
      tokens.add(digest);
    }
    return tokens;
  }

  private List<Grant> grants(JsonNode node, String where) {
    if (!node.has("grants")) {
      return List.of();
    }
    List<Grant> grants = new ArrayList<>();
    if (!node.get("grants").isArray()) {
      throw invalid(where + ": key 'grants': expected a list");
    }
    for (JsonNode grant : node.get("grants")) {
      try {
        grants.add(Grant.parse(grant.asText()));
      } catch (RuntimeException e) {
        throw invalid(where + ": key 'grants': " + e.getMessage());
      }
    }
    return grants;
  }

  private boolean admin(JsonNode node, String where) {
    if (!node.has("admin")) {
      return false;
    }
    if (!node.get("admin").isBoolean()) {
      throw invalid(where + ": key 'admin': expected true or false");
    }
    return node.get("admin").booleanValue();
  }

  private String text(JsonNode node, String key, String where) {
    JsonNode value = node.get(key);
    if (value == null || !value.isTextual() || value.textValue().isBlank()) {
      throw invalid("%s: key '%s' is missing or not a text".formatted(where, key));
    }
    return value.textValue();
  }

  /** A single text, or a list of them: two tokens of one principal make rotation possible. */
  private List<String> texts(JsonNode node, String key, String where) {
    JsonNode value = node.get(key);
    if (value == null || !value.isArray()) {
      return List.of(text(node, key, where));
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode item : value) {
      texts.add(item.asText());
    }
    if (texts.isEmpty()) {
      throw invalid("%s: key '%s' is empty".formatted(where, key));
    }
    return texts;
  }

  private LakeException invalid(String message) {
    return new LakeException(
        ErrorCode.CONFIG_INVALID, "Principals file %s: %s", file.getFileName(), message);
  }
}

package dev.lake.coordinator.registry;

import dev.lake.protocol.TableName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where tables are kept: {@code /lake/tables/<namespace>/<name>}. Two names that differ only in
 * case have the same node, so that ZooKeeper itself lets only one of them be registered: clients
 * fold case in different ways, and would not agree which of the two they mean. The exact spelling
 * is in the node's data.
 */
final class TableNodes {
  static final String ROOT = "/lake/tables";
  private static final Pattern PLAIN = Pattern.compile("[a-z0-9_-]{1,64}");

  private TableNodes() {}

  static String namespace(TableName table) {
    return ROOT + "/" + segment(table.namespace());
  }

  static String table(TableName table) {
    return namespace(table) + "/" + segment(table.name());
  }

  static boolean isTable(String path) {
    return path.startsWith(ROOT + "/") && path.indexOf('/', ROOT.length() + 1) > 0;
  }

  /** As it is if short and plain; else a digest, which no plain name can be taken for. */
  private static String segment(String name) {
    // Folding up first makes one of letters such as the two small sigmas.
    String folded = name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    if (PLAIN.matcher(folded).matches()) {
      return folded;
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(folded.getBytes(StandardCharsets.UTF_8));
      return "~" + HexFormat.of().formatHex(digest, 0, 20);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

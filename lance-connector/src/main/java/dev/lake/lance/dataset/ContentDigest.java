package dev.lake.lance.dataset;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.FragmentMetadata;
import org.lance.fragment.DataFile;
import org.lance.fragment.DeletionFile;

/**
 * The identity of a version's content: a digest over its columns and the names of its data and
 * deletion files. The names are random, so that two datasets with the same digest have the same
 * rows.
 */
final class ContentDigest {
  private ContentDigest() {}

  static String of(Schema schema, List<FragmentMetadata> fragments) {
    MessageDigest digest = sha256();
    schema.getFields().forEach(column -> add(digest, "column", column));
    for (FragmentMetadata fragment : fragments) {
      add(digest, "fragment", fragment.getId());
      for (DataFile file : fragment.getFiles()) {
        add(digest, "file", file.getPath());
        add(digest, "fields", Arrays.toString(file.getFields()));
      }
      DeletionFile deletions = fragment.getDeletionFile();
      if (deletions != null) {
        add(digest, "deletions", deletions.getId());
        add(digest, "read-version", deletions.getReadVersion());
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void add(MessageDigest digest, String name, Object value) {
    digest.update((name + "=" + value + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}

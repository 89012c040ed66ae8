package dev.lake.jobs.store;

import java.util.List;
import java.util.Optional;

/**
 * Part of a listing, in the order of the keys' bytes.
 *
 * @param objects at most 1,000
 * @param next the token of the following page; empty at the end
 */
public record ListPage(List<ObjectInfo> objects, Optional<String> next) {
  /** Copies the list. */
  public ListPage {
    objects = List.copyOf(objects);
  }
}

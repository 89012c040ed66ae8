package dev.lake.frontend.app;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has been started, to be closed in reverse order. One that fails to close is logged and does
 * not keep the others open.
 */
final class Closing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Deque<Step> steps = new ArrayDeque<>();

  private record Step(String name, AutoCloseable part) {}

  /** Takes a part over. */
  synchronized <T extends AutoCloseable> T add(String name, T part) {
    steps.push(new Step(name, part));
    return part;
  }

  @Override
  public void close() {
    while (!steps.isEmpty()) {
      Step step = steps.pop();
      try {
        step.part().close();
        LOG.info("Stopped {}", step.name());
      } catch (Exception e) {
        LOG.error("{} did not stop cleanly", step.name(), e);
      }
    }
  }
}

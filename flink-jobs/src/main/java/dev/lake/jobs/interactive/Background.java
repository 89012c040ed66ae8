package dev.lake.jobs.interactive;

import dev.lake.jobs.sql.WordlessException;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work whose outcome nobody waits for: a failure is at least logged, without its words (I6). */
final class Background {

  private static final Logger LOG = LoggerFactory.getLogger(Background.class);

  private Background() {}

  static void watch(CompletableFuture<?> work, String what) {
    var unused =
        work.whenComplete(
            (done, failure) -> {
              if (failure != null) {
                LOG.warn("{} failed", what, WordlessException.of(JobFailures.unwrapped(failure)));
              }
            });
  }
}

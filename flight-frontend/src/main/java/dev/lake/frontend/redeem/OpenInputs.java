package dev.lake.frontend.redeem;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the connections to the store that streams of parts hold. Safe for use by many threads. */
final class OpenInputs {
  private final int comfortable;
  private final AtomicInteger open = new AtomicInteger();

  /**
   * @param comfortable while at most so many are open, a stalled stream keeps its own
   */
  OpenInputs(int comfortable) {
    this.comfortable = comfortable;
  }

  void opened() {
    open.incrementAndGet();
  }

  void closed() {
    open.decrementAndGet();
  }

  boolean crowded() {
    return open.get() > comfortable;
  }

  int open() {
    return open.get();
  }
}

package dev.lake.benchmarks;

import java.util.function.Consumer;

/** One benchmark: starts what it needs, measures, and leaves nothing running. */
interface Benchmark {

  /** One line for the list. */
  String description();

  /** Measures; each figure is reported as soon as it is known. */
  void run(Settings settings, Consumer<Figure> report) throws Exception;
}

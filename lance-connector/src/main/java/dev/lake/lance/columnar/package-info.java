/**
 * Arrow batches as elements of a Flink job, inside one operator chain.
 *
 * <p>Enter by {@link dev.lake.lance.columnar.ArrowBatch}.
 */
@NullMarked
package dev.lake.lance.columnar;

import org.jspecify.annotations.NullMarked;

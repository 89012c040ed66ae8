/**
 * A bounded Flink source over one pinned version of a Lance dataset, as rows or as Arrow batches.
 *
 * <p>Enter by {@link dev.lake.lance.source.LanceSource}.
 */
@NullMarked
package dev.lake.lance.source;

import org.jspecify.annotations.NullMarked;

/**
 * The one seam over the native Lance library: no other package calls it.
 *
 * <p>Enter by {@link dev.lake.lance.dataset.Datasets} to describe a version of a dataset, and by
 * {@link dev.lake.lance.dataset.Scans} to read it.
 */
@NullMarked
package dev.lake.lance.dataset;

import org.jspecify.annotations.NullMarked;

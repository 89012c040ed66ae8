/**
 * Arrow types as Flink types, and back without loss.
 *
 * <p>Enter by {@link dev.lake.lance.types.ArrowTypes} for types, {@link
 * dev.lake.lance.types.ArrowColumns} to read Arrow vectors as rows, and {@link
 * dev.lake.lance.types.ArrowRowWriter} to write rows into Arrow vectors.
 */
@NullMarked
package dev.lake.lance.types;

import org.jspecify.annotations.NullMarked;

/**
 * Reading splits in a task.
 *
 * <p>Enter by {@link dev.lake.lance.source.reader.LanceReader}.
 */
@NullMarked
package dev.lake.lance.source.reader;

import org.jspecify.annotations.NullMarked;

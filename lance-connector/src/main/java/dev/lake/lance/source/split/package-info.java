/**
 * Shares of a scan and their wire format.
 *
 * <p>Enter by {@link dev.lake.lance.source.split.LanceSplit}.
 */
@NullMarked
package dev.lake.lance.source.split;

import org.jspecify.annotations.NullMarked;

/** The one seam over the native Lance library. */
@NullMarked
package dev.lake.lance.dataset;

import org.jspecify.annotations.NullMarked;

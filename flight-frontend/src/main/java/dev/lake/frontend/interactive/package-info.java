/** One statement, planned and streamed at once. Enter by {@code StatementService}. */
@NullMarked
package dev.lake.frontend.interactive;

import org.jspecify.annotations.NullMarked;

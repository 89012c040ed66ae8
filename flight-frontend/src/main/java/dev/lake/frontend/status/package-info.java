/** From a failure to what a client is told of it. Enter by {@code Statuses}. */
@NullMarked
package dev.lake.frontend.status;

import org.jspecify.annotations.NullMarked;

/** Poll, cancel and renew of deferred queries. Enter by {@code DeferredService}. */
@NullMarked
package dev.lake.frontend.deferred;

import org.jspecify.annotations.NullMarked;

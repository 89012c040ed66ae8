/**
 * The coordinator: one leader at a time takes deferred queries through their life. Enter by {@link
 * dev.lake.coordinator.Coordinator}.
 */
@NullMarked
package dev.lake.coordinator;

import org.jspecify.annotations.NullMarked;

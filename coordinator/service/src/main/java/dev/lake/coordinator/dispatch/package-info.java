/**
 * What the leader does, one step at a time: dispatches what is queued, watches what runs, hands on
 * what is to be published, stopped or expired. Enter by {@link
 * dev.lake.coordinator.dispatch.Leader}.
 */
@NullMarked
package dev.lake.coordinator.dispatch;

import org.jspecify.annotations.NullMarked;

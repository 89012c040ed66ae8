/**
 * Who leads, and how long: a latch decides the candidate, raising the epoch makes it the leader,
 * and every write after that checks the epoch. Enter by {@link
 * dev.lake.coordinator.election.Election}.
 */
@NullMarked
package dev.lake.coordinator.election;

import org.jspecify.annotations.NullMarked;

/**
 * Sealed handles: bytes that only this deployment can make and that reveal nothing. Enter by {@link
 * dev.lake.coordinator.ticket.Sealer}; its keys are a {@link dev.lake.coordinator.ticket.KeyRing}.
 */
@NullMarked
package dev.lake.coordinator.ticket;

import org.jspecify.annotations.NullMarked;

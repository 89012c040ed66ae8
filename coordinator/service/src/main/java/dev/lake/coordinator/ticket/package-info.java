/** Sealed handles: bytes that only lake can make and that reveal nothing. */
@NullMarked
package dev.lake.coordinator.ticket;

import org.jspecify.annotations.NullMarked;

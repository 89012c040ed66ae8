/**
 * Takes away what nobody may want any more: what stopped queries held, results that expired, and
 * left-overs without a record. Nothing is deleted before a fenced write made it unwanted by every
 * later leader, so that a late call does no harm. Enter by {@link
 * dev.lake.coordinator.expiry.Stopper} and {@link dev.lake.coordinator.expiry.Expiry}.
 */
@NullMarked
package dev.lake.coordinator.expiry;

import org.jspecify.annotations.NullMarked;
